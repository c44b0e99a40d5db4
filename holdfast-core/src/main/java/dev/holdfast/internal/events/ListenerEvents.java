package dev.holdfast.internal.events;

import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.HoldfastListener.Renewed;
import dev.holdfast.HoldfastListener.StoreCall;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Requested;
import dev.holdfast.internal.runtime.BoundedExecutor;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.StoreSession;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client's listener what it has methods for, and says for which it has none, so that these
 * are not even measured. What threads of the library tell goes through a queue with a bound.
 * Thread-safe.
 */
public final class ListenerEvents {
  /** As many events wait at most; further ones are dropped. */
  private static final int MOST_WAITING = 10_000;

  private final HoldfastListener listener;
  private final boolean hearsOfRequests;
  private final boolean hearsOfLeases;
  private final boolean hearsOfRefusals;
  private final boolean hearsOfRenewals;
  private final boolean hearsOfCalls;
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder dropped;
  private final BoundedExecutor inTurn = new BoundedExecutor(1, task -> executor().execute(task));
  private volatile Executor executor =
      task -> {
        throw new RejectedExecutionException("the client is not open yet");
      };

  public ListenerEvents(HoldfastListener listener) {
    this(listener, new LongAdder());
  }

  private ListenerEvents(HoldfastListener listener, LongAdder dropped) {
    this.listener = listener;
    this.dropped = dropped;
    this.hearsOfRequests = overrides("requested", Requested.class);
    this.hearsOfLeases =
        overrides("acquired", Acquired.class) || overrides("released", Released.class);
    this.hearsOfRefusals = overrides("notAcquired", NotAcquired.class);
    this.hearsOfRenewals = overrides("renewed", Renewed.class);
    this.hearsOfCalls = overrides("storeCalled", StoreCall.class);
  }

  /** Tells the same listener once more, with a queue of its own; the drops are counted together. */
  public ListenerEvents again() {
    return new ListenerEvents(listener, dropped);
  }

  /** Where reflection is not to be had, as in some native images, it is taken to override all. */
  private boolean overrides(String method, Class<?> event) {
    try {
      Class<?> declares = listener.getClass().getMethod(method, event).getDeclaringClass();
      return declares != HoldfastListener.class;
    } catch (NoSuchMethodException unknown) {
      return true;
    }
  }

  /** Tells from now on; the executor never throws. */
  public void begin(Executor callbacks) {
    executor = callbacks;
  }

  private Executor executor() {
    return executor;
  }

  public HoldfastListener listener() {
    return listener;
  }

  /** Whether it may want to hear of single requests, and what becomes of them. */
  public boolean hearsOfRequests() {
    return hearsOfRequests;
  }

  /** Whether it hears of leases that callers get, or give back. */
  public boolean hearsOfLeases() {
    return hearsOfLeases;
  }

  public boolean hearsOfRefusals() {
    return hearsOfRefusals;
  }

  public boolean hearsOfRenewals() {
    return hearsOfRenewals;
  }

  /** How many events were dropped, since too many waited. */
  public long allDropped() {
    return dropped.sum();
  }

  /** A session whose calls are told, if the listener hears of calls; else the session itself. */
  public StoreSession timed(StoreSession session, EngineHost host) {
    return hearsOfCalls ? new TimedSession(session, host, this) : session;
  }

  /** Asks, on this thread, which is the caller's, what is to hear of a request. */
  public @Nullable RequestListener requested(Requested event) {
    try {
      return listener.requested(event);
    } catch (Throwable thrown) {
      note(thrown);
      return null;
    }
  }

  /** Tells what hears of a request, on this thread. */
  public void tell(RequestListener request, Consumer<RequestListener> event) {
    tell(() -> event.accept(request));
  }

  /** Tells on this thread, which is the caller's. */
  public void acquired(Acquired event) {
    tell(() -> listener.acquired(event));
  }

  /** Tells on this thread, which is the caller's. */
  public void released(Released event) {
    tell(() -> listener.released(event));
  }

  /** Tells on this thread, which is one of the callback executor. */
  public void leadershipChanged(LeadershipChanged event) {
    tell(() -> listener.leadershipChanged(event));
  }

  public void notAcquired(NotAcquired event) {
    tellLater(() -> listener.notAcquired(event));
  }

  public void renewed(Renewed event) {
    tellLater(() -> listener.renewed(event));
  }

  void storeCalled(StoreCall event) {
    tellLater(() -> listener.storeCalled(event));
  }

  private void tellLater(Runnable telling) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      dropped.increment();
      return;
    }
    try {
      inTurn.execute(
          () -> {
            waiting.decrementAndGet();
            tell(telling);
          });
    } catch (RuntimeException | Error notToBeTold) {
      waiting.decrementAndGet();
      dropped.increment();
    }
  }

  /** Never throws. */
  private static void tell(Runnable telling) {
    try {
      telling.run();
    } catch (Throwable thrown) {
      note(thrown);
    }
  }

  private static void note(Throwable thrown) {
    Isolated.note(Level.WARNING, "a listener threw; nothing else is affected", thrown);
  }
}
