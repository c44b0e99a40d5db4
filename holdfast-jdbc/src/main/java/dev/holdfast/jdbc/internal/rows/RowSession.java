package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.jdbc.internal.database.StageRunner;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import dev.holdfast.jdbc.internal.push.PushSession;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One client's requests to the store of rows: each does its I/O on the calling thread.
 *
 * <ol>
 *   <li><b>Acquire</b>: {@link RowAcquire} takes a free name by one statement. If that changes
 *       nothing, a transaction locks the row of the name, and grants it or queues the attempt.
 *   <li><b>Wait</b>: a client keeps its place in the queue alive by {@link RowKeepAlive}, and
 *       learns from the answer when it holds. On PostgreSQL a {@link PushSession} around this one
 *       hears it sooner.
 *   <li><b>Hand off</b>: a transaction on the name that finds room for the first live place makes
 *       it a hold, along with the places right behind it that can share ({@link HoldProcedures}).
 *   <li><b>Renew</b>: {@link RowKeepAlive}, for a batch of holds and places.
 *   <li><b>Release</b>: one statement frees a name that no client waits for; else a transaction
 *       hands it to the queue ({@link HoldProcedures}, {@link RowRelease}).
 *   <li><b>Loss</b>: a hold whose last millisecond has passed on the database's clock is over, and
 *       nothing revives it; a hold that an operator broke leaves a mark. The holder is told by its
 *       next keep-alive.
 * </ol>
 */
public final class RowSession implements StoreSession {
  private final StageRunner runner;
  private final String namespace;
  private final RowDatabase database;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  public RowSession(String store, String namespace, RowDatabase database, Runnable onClose) {
    this.runner = new StageRunner(store, closed::get, database::isTransient);
    this.namespace = namespace;
    this.database = database;
    this.onClose = onClose;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return runner.answer(
        () ->
            database.write(
                namespace,
                request.name(),
                s -> RowAcquire.alone(tables(s, request.name()), request),
                s -> RowAcquire.one(tables(s, request.name()), request)),
        "acquire",
        request.name(),
        "whether it was granted is unknown, so the attempt will be ended in the background");
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return runner.answer(
        () ->
            database.write(
                namespace,
                requests.stream().map(AcquireRequest::name).toList(),
                s ->
                    RowAcquire.several(
                        requests.stream()
                            .map(asked -> new RowAcquire.Request(tables(s, asked.name()), asked))
                            .toList())),
        several("acquire", requests.size()),
        requests.get(0).name(),
        "whether they were granted is unknown, so the attempts will be ended in the background");
  }

  private static String several(String verb, int size) {
    return size == 1 ? verb : verb + " " + size + " names, the first of them";
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return runner.answer(
        () -> new RowKeepAlive(database, namespace, requests).run(),
        "keep alive",
        requests.get(0).name(),
        "every lease still ends at the deadline it has, unless it can be renewed before");
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return runner.answer(
        () ->
            database.write(
                namespace,
                request.name(),
                s ->
                    HoldProcedures.releaseAlone(tables(s, request.name()), request)
                        ? Optional.of(true)
                        : Optional.empty(),
                s -> HoldProcedures.release(tables(s, request.name()), request)),
        "release",
        request.name(),
        "it will be asked again in the background; at the latest the hold ends with its lease");
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return runner.answer(
        () -> new RowRelease(database, namespace, requests).run(),
        several("release", requests.size()),
        requests.get(0).name(),
        "it will be asked again in the background; at the latest the holds end with their leases");
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return runner.answer(
        () -> database.read(s -> info(name, tables(s, name))),
        "inspect",
        name,
        "nothing was changed");
  }

  private static LockInfo info(String name, NameTables tables) throws SQLException {
    NameSnapshot snapshot = tables.snapshot("");
    List<LockInfo.Hold> holds = new ArrayList<>();
    for (SharedHoldRows.Hold hold : tables.holds(snapshot)) {
      Duration left = Duration.ofMillis(hold.expires() - snapshot.now());
      boolean kept = snapshot.kept() || hold.kept();
      int permits = Math.max(hold.permits(), 0);
      holds.add(LockInfo.Hold.of(hold.owner(), hold.stamp(), left, snapshot.mode(), kept, permits));
    }
    List<Owner> waiters = tables.waiters(snapshot.now()).stream().map(Owner::parse).toList();
    int size = snapshot.size(); // which fails for a row that no lock has written
    return new LockInfo(name, holds, waiters, holds.isEmpty() && waiters.isEmpty() ? 0 : size);
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return runner.answer(
        () -> OptionalLong.of(database.readAlone(s -> s.firstLong(database.sql().clock))),
        "look at the clock for",
        name,
        "nothing was changed");
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return runner.answer(
        () ->
            database.readAlone(
                s ->
                    s.all(
                        database.sql().names,
                        row -> new String(row.getBytes(1), StandardCharsets.UTF_8),
                        namespace,
                        namespace,
                        (long) limit)),
        "list the names of namespace",
        namespace,
        "nothing was changed");
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return runner.answer(
        () -> write(name, s -> HoldProcedures.reduce(tables(s, name), attempt, permits)),
        "leave " + permits + " permits to a hold of",
        name,
        "whether the others were given back is unknown; it will be asked again in the background");
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return runner.answer(
        () -> write(name, s -> HoldProcedures.resize(tables(s, name), expected, size)),
        "resize",
        name,
        "whether the semaphore was resized is unknown; inspect the name to see");
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return runner.answer(
        () -> write(name, s -> HoldProcedures.breakHold(tables(s, name))),
        "break",
        name,
        "whether the hold was broken is unknown; inspect the name to see");
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }

  private NameTables tables(Statements statements, String name) {
    return database.tables(statements, namespace, name);
  }

  private <T> T write(String name, Transaction.Work<T> work) throws SQLException {
    return database.write(namespace, List.of(name), work);
  }
}
