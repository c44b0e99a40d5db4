package dev.holdfast.redis;

import dev.holdfast.spi.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Couriers that go together: one thread, which sends what waits to all of their servers before it
 * waits for any. So each server is woken by few messages of many calls, and so is this thread. A
 * server that does not answer soon is left to its own courier, and delays the others once.
 * Thread-safe.
 */
final class Convoy {
  private static final Convoy OF_THIS_PROCESS = new Convoy(Convoy::start);

  /** How long all may wait for one. */
  private static final int PATIENCE_MILLIS = 2;

  private final Moment moment = Moment.ofThisProcess();
  private final List<Courier> couriers = new CopyOnWriteArrayList<>();
  private final Consumer<Runnable> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean running;
  private int last = 1; // the thread's own

  /** The thread that sleeps, or is about to: nobody has to wake it else. */
  private volatile @Nullable Thread asleep;

  /**
   * A convoy of nobody yet.
   *
   * @param starter runs on a thread of its own what ends when the last courier has left
   */
  Convoy(Consumer<Runnable> starter) {
    this.starter = starter;
  }

  private static void start(Runnable run) {
    Thread thread = new Thread(run, "holdfast-redis-convoy");
    thread.setDaemon(true);
    thread.start();
  }

  static Convoy ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  void join(Courier courier) {
    lock.lock();
    try {
      if (!couriers.contains(courier)) {
        couriers.add(courier);
      }
      if (!running) {
        running = true;
        starter.accept(this::run);
      }
    } finally {
      lock.unlock();
    }
  }

  void leave(Courier courier) {
    couriers.remove(courier);
    wake();
  }

  /** Hears that one of them has something to do. */
  void wake() {
    LockSupport.unpark(asleep);
  }

  private void run() {
    while (!isOver()) {
      // Who was answered with the last ones may be about to ask again.
      if (moment.lookFor(() -> waiting() >= last) || isNeeded()) {
        go();
      } else {
        sleep();
      }
    }
  }

  /** Sends what waits to everybody, and then waits for the answers. */
  void go() {
    List<Courier> away = new ArrayList<>();
    int sent = 0;
    for (Courier courier : couriers) {
      int size = courier.depart();
      sent += size;
      if (size > 0) {
        away.add(courier);
      }
    }
    away.forEach(courier -> courier.arrive(PATIENCE_MILLIS));
    last = Math.max(1, sent);
  }

  private void sleep() {
    asleep = Thread.currentThread();
    if (!isNeeded() && !couriers.isEmpty()) {
      LockSupport.park(this);
    }
    asleep = null;
  }

  private boolean isNeeded() {
    for (Courier courier : couriers) {
      if (courier.needsConvoy()) {
        return true;
      }
    }
    return false;
  }

  private int waiting() {
    int waiting = 0;
    for (Courier courier : couriers) {
      waiting += courier.waiting();
    }
    return waiting;
  }

  private boolean isOver() {
    lock.lock();
    try {
      running = !couriers.isEmpty();
      return !running;
    } finally {
      lock.unlock();
    }
  }
}
