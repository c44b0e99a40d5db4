package dev.holdfast.jdbc.internal.session;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.database.StageRunner;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One client's requests for locks that belong to its connections: each does its I/O on the calling
 * thread.
 */
public final class SessionLocks implements StoreSession {
  private final StageRunner runner;
  private final String store;
  private final SessionLockState client;
  private final SessionAcquire acquire;
  private final SessionRelease release;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  public SessionLocks(String store, SessionLockState client, Runnable onClose) {
    this.store = store;
    this.runner = new StageRunner(store, closed::get, client.tables::isTransient);
    this.client = client;
    this.acquire = new SessionAcquire(client);
    this.release = new SessionRelease(client);
    this.onClose = onClose;
    client.heartbeat.begin(release::breakOwn);
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    if (request.mode() != Mode.EXCLUSIVE) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException(
              "cannot acquire '"
                  + request.name()
                  + "' in "
                  + store
                  + ": session locks are exclusive only; without locks=session there are shared"
                  + " locks and semaphores, too"));
    }
    if (request.lockDelayMillis() > 0) {
      return CompletableFuture.failedFuture(noDelay(request));
    }
    return runner.answer(
        () -> acquire.acquire(request, request.waits()),
        "acquire",
        request.name(),
        "whether it was granted is unknown, so the attempt will be ended in the background");
  }

  /** The database frees a lock at the moment in which it notices that a session has ended. */
  private StoreException noDelay(AcquireRequest request) {
    return new StoreException(
        "cannot acquire '"
            + request.name()
            + "' in "
            + store
            + ": a lock-delay of "
            + request.lockDelayMillis()
            + " ms, but a session lock is free as soon as the connection of its holder ends, and"
            + " nothing keeps the name for a while then; nothing was asked of the database. Leave out"
            + " locks=session (a row keeps its name), or lockDelay",
        null,
        false);
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    if (requests.size() < 2 || requests.stream().anyMatch(r -> r.mode() != Mode.EXCLUSIVE)) {
      return acquire(requests.get(0)).thenApply(List::of);
    }
    for (AcquireRequest request : requests) {
      if (request.lockDelayMillis() > 0) {
        return CompletableFuture.failedFuture(noDelay(request));
      }
    }
    return runner.answer(
        () -> new SessionMultiAcquire(client, acquire, release).run(requests),
        "acquire " + requests.size() + " names, the first of them",
        requests.get(0).name(),
        "whether they were granted is unknown, so the attempts will be ended in the background");
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return runner.answer(
        () -> keeping(requests),
        "keep alive",
        requests.get(0).name(),
        "every lease still ends at the deadline it has, unless its session answers before");
  }

  private List<Standing> keeping(List<KeepAlive> requests) throws SQLException {
    Map<LockConnection, List<SessionAttempt>> held = new HashMap<>();
    for (KeepAlive request : requests) {
      SessionAttempt attempt = client.attempt(request.name(), request.attempt());
      if (attempt != null && attempt.state() instanceof SessionAttempt.Holding holding) {
        held.computeIfAbsent(holding.connection(), connection -> new ArrayList<>()).add(attempt);
      }
    }
    Set<Object> wanted = new HashSet<>();
    held.forEach((connection, asked) -> wanted.addAll(client.wanted(connection, asked)));
    List<Standing> standings = new ArrayList<>();
    for (KeepAlive request : requests) {
      SessionAttempt attempt = client.attempt(request.name(), request.attempt());
      if (attempt == null) {
        boolean broken =
            client.ended.of(request.name(), request.attempt()) == EndedAttempts.How.BROKEN;
        standings.add(client.absent(request.name(), broken));
        continue;
      }
      attempt.lock.lock();
      try {
        boolean asked =
            attempt.state() instanceof SessionAttempt.Holding holding
                && held.containsKey(holding.connection());
        standings.add(
            StageRunner.orUnknown(
                request,
                () ->
                    asked
                        ? renewed(attempt, request, wanted.contains(attempt.key))
                        : acquire.look(attempt)));
      } finally {
        attempt.lock.unlock();
      }
    }
    return standings;
  }

  private Standing renewed(SessionAttempt attempt, KeepAlive request, boolean othersWait)
      throws SQLException {
    if (attempt.state() instanceof SessionAttempt.Holding holding) {
      long stamp = holding.stamp();
      if (request instanceof KeepAlive.Hold hold && hold.newStamp()) {
        long now =
            client.connections.run(
                holding.connection(), s -> s.firstLong("SELECT " + client.sql.micros()));
        stamp = Math.max(stamp + 1, now);
      } else if (request instanceof KeepAlive.Raise raise) {
        stamp = Math.max(stamp, raise.stamp());
      }
      client.raise(attempt, stamp);
    }
    return client.stands(attempt, othersWait);
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return runner.answer(
        () -> release.release(request),
        "release",
        request.name(),
        "it will be asked again in the background; at the latest the hold ends with its connection");
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    // There are no semaphores here, so no permits are held or waited for.
    return CompletableFuture.completedFuture(0);
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return runner.answer(
        () -> new SessionLockInfo(client).inspect(name), "inspect", name, "nothing was changed");
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return runner.answer(
        () -> new SessionLockInfo(client).names(limit),
        "list the names of namespace",
        client.namespace,
        "nothing was changed");
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return runner.answer(
        () -> new SessionBreak(client, release).run(name),
        "break",
        name,
        "whether the hold was broken is unknown; inspect the name to see");
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      client.close();
      onClose.run();
    }
  }
}
