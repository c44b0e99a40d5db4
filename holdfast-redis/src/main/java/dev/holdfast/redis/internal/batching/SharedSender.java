package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.spi.AdaptiveSpin;
import dev.holdfast.spi.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One thread that sends for several {@link AsyncPort}s: it sends what waits to all of their servers
 * before it waits for any of them. So each server is woken by few messages of many calls, and so is
 * this thread. Thread-safe.
 *
 * <ol>
 *   <li>A port joins when it has a {@link PipelinedConnection}. The first one starts the thread.
 *   <li>A port with something to do wakes the thread. It first waits a moment for further calls, if
 *       that is worth it.
 *   <li>The thread sends the waiting calls of each port ({@link AsyncPort#depart}), and then passes
 *       on the answers of each ({@link AsyncPort#arrive}), for which it waits a few milliseconds.
 *   <li>A port whose server has not answered by then goes on with its own thread. It delays the
 *       others once.
 *   <li>When the last port has left, the thread ends.
 * </ol>
 */
final class SharedSender {
  private static final System.Logger LOG = System.getLogger(SharedSender.class.getName());
  private static final SharedSender OF_THIS_PROCESS =
      new SharedSender(SharedSender::start, AdaptiveSpin.ofThisProcess()::lookFor);

  /** How long all may wait for one. */
  private static final int PATIENCE_MILLIS = 2;

  /** After what should not have been thrown. */
  private static final long PAUSE_NANOS = 10_000_000;

  private final Predicate<BooleanSupplier> moment;
  private final List<AsyncPort> asyncPorts = new CopyOnWriteArrayList<>();
  private final Consumer<Runnable> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean running;
  private int last = 1; // the thread's own

  /** The thread if it sleeps, or is about to: otherwise it need not be woken. */
  private volatile @Nullable Thread asleep;

  /**
   * A sender without ports yet.
   *
   * @param starter runs on a thread of its own what ends when the last port has left; if it throws,
   *     the next port that joins tries again
   * @param moment looks for something for as long as that is worth it
   */
  SharedSender(Consumer<Runnable> starter, Predicate<BooleanSupplier> moment) {
    this.starter = starter;
    this.moment = moment;
  }

  private static void start(Runnable run) {
    DaemonThreads.start("holdfast-redis-sender", run);
  }

  static SharedSender ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  /** Throws if there is no thread for it, and then it does not belong to it. */
  void join(AsyncPort asyncPort) {
    lock.lock();
    try {
      if (!running) {
        starter.accept(this::run); // which waits for the lock
        running = true;
      }
      if (!asyncPorts.contains(asyncPort)) {
        asyncPorts.add(asyncPort);
      }
    } finally {
      lock.unlock();
    }
  }

  void leave(AsyncPort asyncPort) {
    asyncPorts.remove(asyncPort);
    wake();
  }

  /** Hears that one of them has something to do. */
  void wake() {
    LockSupport.unpark(asleep);
  }

  /** Until the last port has left, whatever is thrown: all of them depend on this thread. */
  private void run() {
    boolean over = false;
    while (!over) {
      try {
        over = isOver();
        if (!over) {
          goOrSleep();
        }
      } catch (Throwable thrown) {
        note(thrown);
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private void goOrSleep() {
    // The callers that were just answered may be about to ask again.
    if (moment.test(() -> waiting() >= last) || isNeeded()) {
      go();
    } else {
      sleep();
    }
  }

  /** Sends what waits to all servers, and then waits for the answers. */
  void go() {
    List<AsyncPort> away = new ArrayList<>();
    int sent = 0;
    for (AsyncPort asyncPort : asyncPorts) {
      int size = each(asyncPort, AsyncPort::depart);
      sent += size;
      if (size > 0) {
        away.add(asyncPort);
      }
    }
    for (AsyncPort asyncPort : away) {
      each(asyncPort, one -> one.arrive(PATIENCE_MILLIS));
    }
    last = Math.max(1, sent);
  }

  /** What one of them throws makes it go alone, and delays no other. */
  private static int each(AsyncPort asyncPort, ToIntFunction<AsyncPort> step) {
    try {
      return step.applyAsInt(asyncPort);
    } catch (Throwable thrown) {
      note(thrown);
      asyncPort.goAlone();
      return 0;
    }
  }

  private static void note(Throwable thrown) {
    try {
      LOG.log(System.Logger.Level.ERROR, "calls to the members of a quorum go on after", thrown);
    } catch (Throwable unable) {
      // Without memory there is nothing left to tell; the calls go on.
    }
  }

  private void sleep() {
    asleep = Thread.currentThread();
    if (!isNeeded() && !asyncPorts.isEmpty()) {
      LockSupport.park(this);
    }
    asleep = null;
  }

  private boolean isNeeded() {
    for (AsyncPort asyncPort : asyncPorts) {
      if (asyncPort.needsSharedSender()) {
        return true;
      }
    }
    return false;
  }

  private int waiting() {
    int waiting = 0;
    for (AsyncPort asyncPort : asyncPorts) {
      waiting += asyncPort.waiting();
    }
    return waiting;
  }

  private boolean isOver() {
    lock.lock();
    try {
      running = !asyncPorts.isEmpty();
      return !running;
    } finally {
      lock.unlock();
    }
  }
}
