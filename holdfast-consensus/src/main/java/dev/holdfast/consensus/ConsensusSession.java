package dev.holdfast.consensus;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.consensus.NameSnapshot.Moved;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The verbs of one client, on whatever service. */
public final class ConsensusSession implements StoreSession {
  private static final CompletableFuture<?> NOTHING = CompletableFuture.completedFuture(null);

  private static final Executor SOON =
      CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS, Runnable::run);

  private final String store;
  private final Duration timeout;
  private final CoordinationService service;
  private final SessionTicker ticker = new SessionTicker();
  private final Attempts attempts;
  private final ConsensusAcquire acquiring;
  private final ConsensusKeepAlive keeping;
  private final ConsensusRelease ending;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ConsensusSession(
      String store, Duration timeout, CoordinationService service, StoreListener listener) {
    this.store = store;
    this.timeout = timeout;
    this.service = service;
    attempts = new Attempts(listener, ticker);
    StandingResolver resolver = new StandingResolver(attempts, listener, ticker);
    acquiring = new ConsensusAcquire(attempts, resolver, ticker);
    keeping = new ConsensusKeepAlive(attempts, resolver, ticker);
    ending = new ConsensusRelease(attempts, acquiring);
  }

  /**
   * Opens a client's verbs; with them the service is closed.
   *
   * @param store what errors call the store
   * @param timeout after which a verb's outcome is unknown
   * @param patience for how long opening is tried again where that may help
   * @param prepare what has to be asked of a session before anything else
   */
  public static ConsensusSession open(
      String store,
      Duration timeout,
      Duration patience,
      CoordinationService service,
      StoreListener listener,
      Function<CoordinationSession, CompletableFuture<Boolean>> prepare) {
    ConsensusSession verbs = new ConsensusSession(store, timeout, service, listener);
    service.start(verbs::sessionEnded, listener::changed);
    try {
      long until = verbs.ticker.nanos() + patience.toNanos();
      // One attempt may begin just before the patience is over, and has its own time.
      Boolean unused =
          Futures.getUninterruptibly(
              verbs.prepare(prepare, until), patience.plus(timeout.multipliedBy(2)));
    } catch (ExecutionException | TimeoutException failed) {
      verbs.close();
      throw service.failure("open a session for locks", failed);
    }
    return verbs;
  }

  private CompletionStage<Boolean> prepare(
      Function<CoordinationSession, CompletableFuture<Boolean>> prepare, long untilNanos) {
    return ask("open a session for locks", prepare)
        .exceptionallyCompose(
            error -> {
              boolean mayHelp = service.failure("open a session for locks", error).isTransient();
              return mayHelp && ticker.nanos() - untilNanos < 0
                  ? CompletableFuture.runAsync(() -> {}, SOON)
                      .thenCompose(now -> prepare(prepare, untilNanos))
                  : CompletableFuture.failedFuture(error);
            });
  }

  private void sessionEnded(CoordinationSession session, String why) {
    for (Attempt ended : attempts.sessionEnded(session, why)) {
      // The service may not have ended it, and its nodes would be in the way for as long.
      abandon(ended);
    }
  }

  private void abandon(Attempt attempt) {
    String node = attempt.node();
    if (node != null) {
      service.abandon(attempt.name, node);
    }
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return ask(
        "acquire '" + request.name() + "'",
        session -> {
          session.spareMoment();
          return acquiring.acquire(session, request);
        });
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return ask(
        "keep " + requests.size() + " attempts alive",
        session -> {
          session.spareMoment();
          long since = ticker.nanos();
          CompletableFuture<Boolean> alive = session.alive();
          List<CompletableFuture<Standing>> each = new ArrayList<>(requests.size());
          // Requests about one name are for one after another; about several, at once.
          Map<String, CompletableFuture<?>> before = new HashMap<>();
          for (KeepAlive request : requests) {
            CompletableFuture<?> last = before.getOrDefault(request.name(), NOTHING);
            CompletableFuture<Standing> one =
                last.thenCompose(done -> keeping.keepAlive(session, request))
                    .exceptionally(error -> unknown(request, error));
            before.put(request.name(), one);
            each.add(one);
          }
          return alive.thenCompose(
              ok ->
                  CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
                      .thenApply(
                          done ->
                              each.stream()
                                  .map(Futures::result)
                                  .map(one -> StandingResolver.since(session, one, since))
                                  .toList()));
        });
  }

  private Standing unknown(KeepAlive request, Throwable error) {
    return new Standing.Unknown(service.failure("keep '" + request.name() + "' alive", error));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return ask("release '" + request.name() + "'", session -> ending.release(session, request));
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return ask(
        "leave " + permits + " permits of '" + name + "' to a hold",
        session -> ending.reduce(session, name, attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return ask("resize '" + name + "'", session -> ending.resize(session, name, expected, size));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return ask(
        "look at '" + name + "'",
        session ->
            CasLoop.change(session, name, null, snapshot -> looked(session, name, snapshot)));
  }

  /**
   * The next attempt holds as soon as any client looks. So a look writes that grant: an observer
   * that was told a stamp which is not written would take it for a term.
   */
  private static Decision<LockInfo> looked(
      CoordinationSession session, String name, NameSnapshot snapshot) {
    Moved moved = snapshot.moveOn();
    NameSnapshot after = moved.granted().isEmpty() ? snapshot : snapshot.with(moved.register());
    LockInfo info = after.info(name, session.timeoutMillis());
    return moved.granted().isEmpty()
        ? Decision.none(info)
        : Decision.write(moved.register(), moved.granted(), written -> info);
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return ask("list the names in use", session -> session.names(limit));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return ask("break the hold on '" + name + "'", session -> ending.breakHold(session, name));
  }

  private <T> CompletionStage<T> ask(
      String asked, Function<CoordinationSession, CompletableFuture<T>> verb) {
    if (closed.get()) {
      return CompletableFuture.failedFuture(
          new StoreException(
              "Asked " + store + " to " + asked + ": this session is closed. Nothing was asked.",
              null,
              false));
    }
    CompletableFuture<T> answer;
    try {
      answer = service.session().thenCompose(verb);
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(service.failure(asked, refused));
    }
    return answer
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (result, error) -> {
              if (error != null) {
                throw service.failure(asked, error);
              }
              return result;
            });
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      List<Attempt> left = attempts.clear();
      // What is left has no client: it ends with our session, or at once if the session is the
      // user's and goes on.
      if (service.outlives()) {
        left.forEach(this::abandon);
      }
      service.close();
    }
  }

  @Override
  public String toString() {
    return store;
  }
}
