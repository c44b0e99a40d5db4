package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.CoordinationService;
import dev.holdfast.consensus.CoordinationSession;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.Futures;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The etcd sessions of one client: one lease at a time. Thread-safe. */
final class EtcdCoordination implements CoordinationService {
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(2);

  private final String store;
  private final Clients clients;
  private final Keys keys;
  private final long ttlSeconds;
  private final Duration timeout;
  private final SessionTicker ticker = new SessionTicker();
  private final Names names;
  private final NameCleanup forgetting;
  private final ReentrantLock lock = new ReentrantLock();
  private BiConsumer<CoordinationSession, String> onEnded = (session, why) -> {};
  private Runnable onTrouble = () -> {};
  private @Nullable CompletableFuture<EtcdSession> present;
  private boolean closed;

  EtcdCoordination(String store, Clients clients, Keys keys, long ttlSeconds, Duration timeout) {
    this(store, clients, keys, ttlSeconds, timeout, new WallTicker());
  }

  /** With another clock for stamps. */
  EtcdCoordination(
      String store,
      Clients clients,
      Keys keys,
      long ttlSeconds,
      Duration timeout,
      WallTicker clock) {
    this.store = store;
    this.clients = clients;
    this.keys = keys;
    this.ttlSeconds = ttlSeconds;
    this.timeout = timeout;
    names = new Names(keys, clock);
    forgetting = new NameCleanup(this, keys, ticker, clock);
  }

  @Override
  public void start(BiConsumer<CoordinationSession, String> ended, Runnable trouble) {
    lock.lock();
    try {
      onEnded = ended;
      onTrouble = trouble;
    } finally {
      lock.unlock();
    }
  }

  /** Asks etcd something, of the client that there is now. */
  <T> CompletableFuture<T> ask(Function<Client, CompletableFuture<T>> question) {
    Client by = clients.present();
    CompletableFuture<T> answer;
    try {
      answer = question.apply(by);
    } catch (RuntimeException | Error closing) {
      answer = CompletableFuture.failedFuture(closing);
    }
    // When a client of ours falls silent, the caller of this repeats its question, which then goes
    // through another client.
    return answer
        .copy()
        .orTimeout(timeout.toMillis() / 2, TimeUnit.MILLISECONDS)
        .whenComplete(
            (result, error) -> {
              if (error == null) {
                clients.answered();
              } else if (Failures.isForAnotherMember(error)) {
                clients.failed(by);
              }
            });
  }

  @Override
  public CompletableFuture<EtcdSession> session() {
    CompletableFuture<EtcdSession> coming = new CompletableFuture<>();
    lock.lock();
    try {
      CompletableFuture<EtcdSession> known = present;
      if (known != null && (!known.isDone() || isAlive(known))) {
        return known;
      }
      if (closed) {
        throw new StoreException("The session with " + store + " is closed.", null, false);
      }
      present = coming;
    } finally {
      lock.unlock();
    }
    long sentAt = ticker.nanos();
    CompletableFuture<Void> unused =
        ask(client -> client.getLeaseClient().grant(ttlSeconds))
            .thenCompose(
                lease ->
                    new EtcdSession(
                            this,
                            clients,
                            keys,
                            names,
                            forgetting,
                            lease.getID(),
                            lease.getTTL(),
                            new LeaseDeadline(ticker, lease.getTTL(), sentAt))
                        .open())
            .handle(
                (session, error) -> {
                  if (error == null) {
                    coming.complete(session);
                    closeIfLate(session);
                  } else {
                    coming.completeExceptionally(error);
                  }
                  return null;
                });
    return coming;
  }

  private static boolean isAlive(CompletableFuture<EtcdSession> known) {
    return !known.isCompletedExceptionally() && !Futures.result(known).hasEnded();
  }

  private void closeIfLate(EtcdSession session) {
    boolean late;
    lock.lock();
    try {
      late = closed;
    } finally {
      lock.unlock();
    }
    if (late) {
      CompletableFuture<Boolean> unused = session.close();
    }
  }

  /** A session is over: whatever is left of it at etcd goes, too. */
  void ended(EtcdSession session, String why) {
    BiConsumer<CoordinationSession, String> tell;
    lock.lock();
    try {
      tell = onEnded;
    } finally {
      lock.unlock();
    }
    tell.accept(session, why);
    CompletableFuture<Boolean> unused = session.close();
    changed();
  }

  /** Something may have been missed. */
  void changed() {
    Runnable tell;
    lock.lock();
    try {
      tell = onTrouble;
    } finally {
      lock.unlock();
    }
    tell.run();
  }

  @Override
  public StoreException failure(String asked, Throwable thrown) {
    return Failures.MEAN.failure(asked, store, thrown);
  }

  /** Its lease is given up, and its node with it; see {@link #ended}. */
  @Override
  public void abandon(String name, String node) {}

  /** Never: a session ends its own lease, also when the jetcd client belongs to the user. */
  @Override
  public boolean outlives() {
    return false;
  }

  @Override
  public void close() {
    CompletableFuture<EtcdSession> left;
    lock.lock();
    try {
      closed = true;
      left = present;
      present = null;
    } finally {
      lock.unlock();
    }
    if (left != null && left.isDone() && !left.isCompletedExceptionally()) {
      try {
        Boolean unused = Futures.getUninterruptibly(Futures.result(left).close(), CLOSES_WITHIN);
      } catch (ExecutionException | TimeoutException unanswered) {
        // What is left of the session ends when its lease's time is over.
      }
    }
    clients.close();
  }
}
