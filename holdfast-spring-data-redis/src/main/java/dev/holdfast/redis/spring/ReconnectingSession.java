package dev.holdfast.redis.spring;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session that outlives the client it was opened over: what holds and waits is in Redis, and is
 * asked for over the factory's next client. A verb that fails is what makes it look whether there
 * is one; until then verbs fail as they do on a server that cannot be reached.
 *
 * <p>The lock guards which session it is; nothing is asked of a server under it. Thread-safe.
 */
final class ReconnectingSession implements StoreSession {
  static final String THREAD_NAME = "holdfast-spring-restore";

  private static final System.Logger LOG = System.getLogger(ReconnectingSession.class.getName());

  private final CurrentStore stores;
  private final Function<CurrentStore.Generation, StoreSession> opening;
  private final Consumer<Runnable> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Opened opened;
  private boolean restoring;
  private boolean closed;

  /** A session, and the store that it was opened on. */
  private record Opened(CurrentStore.Generation on, StoreSession session) {}

  /**
   * Opens the first one.
   *
   * @param opening opens one on a store; may block
   */
  ReconnectingSession(
      CurrentStore stores, Function<CurrentStore.Generation, StoreSession> opening) {
    this(stores, opening, ReconnectingSession::onThread);
  }

  /**
   * Opens the first one.
   *
   * @param starter runs on a thread of its own what opens the others
   */
  ReconnectingSession(
      CurrentStore stores,
      Function<CurrentStore.Generation, StoreSession> opening,
      Consumer<Runnable> starter) {
    this.stores = stores;
    this.opening = opening;
    this.starter = starter;
    CurrentStore.Generation now = stores.now();
    this.opened = new Opened(now, opening.apply(now));
  }

  private <T> CompletionStage<T> ask(Function<StoreSession, CompletionStage<T>> verb) {
    Opened asked = opened;
    CompletionStage<T> answer = verb.apply(asked.session());
    CompletionStage<T> unused =
        answer.whenComplete(
            (reply, error) -> {
              if (error != null && stores.isFormer(asked.on())) {
                restoreAfter(asked);
              }
            });
    return answer;
  }

  /** Once for each session that is over, on a thread of its own, as opening one blocks. */
  private void restoreAfter(Opened former) {
    lock.lock();
    try {
      if (closed || restoring || !opened.equals(former)) {
        return;
      }
      restoring = true;
    } finally {
      lock.unlock();
    }
    try {
      starter.accept(() -> restore(former));
    } catch (OutOfMemoryError noThread) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "the next verb that fails makes this be tried again",
          noThread);
      replace(former, null);
    }
  }

  private static void onThread(Runnable restoring) {
    DaemonThreads.start(THREAD_NAME, restoring);
  }

  private void restore(Opened former) {
    Opened next = null;
    try {
      CurrentStore.Generation now = stores.now();
      next = new Opened(now, opening.apply(now));
    } catch (RuntimeException | Error refused) {
      LOG.log(
          System.Logger.Level.DEBUG, "the next verb that fails makes this be tried again", refused);
    }
    replace(former, next);
  }

  private void replace(Opened former, @Nullable Opened next) {
    Opened over;
    lock.lock();
    try {
      restoring = false;
      if (next == null) {
        return;
      }
      over = closed ? next : former;
      if (!closed) {
        opened = next;
      }
    } finally {
      lock.unlock();
    }
    over.session().close();
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return ask(session -> session.acquire(request));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return ask(session -> session.acquireAll(requests));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return ask(session -> session.keepAlive(requests));
  }

  @Override
  public boolean acknowledges() {
    return opened.session().acknowledges();
  }

  @Override
  public CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    return ask(session -> session.acknowledge(hold, replicas, timeoutMillis));
  }

  @Override
  public int part(String name) {
    return opened.session().part(name);
  }

  @Override
  public int nodes(String name, String attempt) {
    return opened.session().nodes(name, attempt);
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return ask(session -> session.clock(name));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return ask(session -> session.release(request));
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    return ask(session -> session.releaseAll(requests));
  }

  @Override
  public boolean reduces() {
    return opened.session().reduces();
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return ask(session -> session.reduce(name, attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return ask(session -> session.resize(name, expected, size));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return ask(session -> session.inspect(name));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return ask(session -> session.names(limit));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return ask(session -> session.breakHold(name));
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    opened.session().close();
  }
}
