package dev.holdfast.benchmarks.job;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A store that notes when each client asked for its place and when it knew to have one, and counts
 * the calls that keep places alive. It is made without naming what a store can do, since that has
 * another name in an older library, which this is compiled against, too.
 */
final class WatchedStore {
  private final LockStore store;
  private final LockStore watched;
  private final LongAdder keepAlives = new LongAdder();
  private final Queue<Session> opened = new ArrayDeque<>();

  WatchedStore(LockStore store) {
    this.store = store;
    this.watched =
        (LockStore)
            Proxy.newProxyInstance(
                LockStore.class.getClassLoader(),
                new Class<?>[] {LockStore.class},
                (proxy, method, arguments) -> call(method, arguments));
  }

  /** The store, for clients. */
  LockStore store() {
    return watched;
  }

  /** Calls that did nothing but keep queue places, so far. */
  long keepAlives() {
    return keepAlives.sum();
  }

  /** The next of the sessions that were opened; clients are made by one thread. */
  Session session() {
    return opened.remove();
  }

  private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
    Object answer;
    try {
      answer = method.invoke(store, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
    if (answer instanceof StoreSession session) {
      Session watchedSession = new Session(session, keepAlives);
      opened.add(watchedSession);
      return watchedSession;
    }
    return answer;
  }

  /** The session of a client that has one attempt at a time. */
  static final class Session extends ForwardingSession {
    /** Stands for a place that is not known to be there. */
    static final long NEVER = Long.MAX_VALUE;

    private final LongAdder keepAlives;
    private volatile Ask last = new Ask(NEVER, NEVER);

    /** When an attempt was sent, and when it was known to be in the store. */
    private record Ask(long asked, long queued) {}

    Session(StoreSession session, LongAdder keepAlives) {
      super(session);
      this.keepAlives = keepAlives;
    }

    /** Before the first attempt of a turn: nothing is known of it. */
    void forget() {
      begin(NEVER);
    }

    private synchronized Ask begin(long asked) {
      last = new Ask(asked, NEVER);
      return last;
    }

    /** Of the last attempt only: a grant may be pushed before the answer, and more be asked. */
    private synchronized void arrived(Ask ask) {
      if (last.equals(ask)) {
        last = new Ask(ask.asked, System.nanoTime());
      }
    }

    /** When the last attempt was sent. */
    long askedNanos() {
      return last.asked;
    }

    /** When the last attempt was known to be in the store, or {@link #NEVER}. */
    long queuedNanos() {
      return last.queued;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      Ask ask = begin(System.nanoTime());
      return super.acquire(request)
          .whenComplete(
              (standing, error) -> {
                if (error == null) {
                  arrived(ask);
                }
              });
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      if (requests.stream().noneMatch(KeepAlive.Hold.class::isInstance)) {
        keepAlives.increment();
      }
      return super.keepAlive(requests);
    }
  }
}
