package dev.holdfast.lab.replay;

import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the counter, works for a while and writes it back one higher, under the lock, again and
 * again. On request it stops its own process in the middle of that.
 */
final class Updater implements Runnable {
  /** Where in a section a process can be stopped. */
  enum Place {
    /** Between reading and writing. */
    AT_WORK,
    /** After the lock was asked whether it still holds, and before the write. */
    BEFORE_THE_WRITE,
    NOWHERE
  }

  /** What stops this process. */
  interface Stop {
    void stop() throws Exception;
  }

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final int MILLIS = 1_000_000;

  /**
   * So much time that the counter often rests. Where one section follows on the other, whoever read
   * before a stale write writes after it what it undid, and what is lost is one update only.
   */
  private static final long MOST_IDLE_NANOS = 400 * MILLIS;

  private final Task task;
  private final LockUnderTest lock;
  private final Register register;
  private final Stop stop;
  private final SplittableRandom random;
  private volatile Place stopAt = Place.NOWHERE;
  private volatile boolean over;
  private int refused;
  private int givenUp;

  Updater(Task task, Stop stop) throws Exception {
    this.task = task;
    this.stop = stop;
    Surroundings surroundings =
        new Surroundings(
            task.client(),
            "127.0.0.1",
            List.of(task.port()),
            "replay",
            task.lease(),
            task.folder());
    lock = LockMaker.of(task.lock()).make(task.lock(), surroundings);
    register = Register.at(task.register(), 1);
    random = new SplittableRandom(task.client());
  }

  /** Stops the process when it next comes to this place. */
  void stopAt(Place place) {
    stopAt = place;
  }

  void end() {
    over = true;
  }

  /** What became of the sections without an update, in words. */
  String summary() {
    return refused + " " + givenUp;
  }

  @Override
  public void run() {
    for (int number = 1; !over; number++) {
      try {
        Grip grip = lock.acquire("counter", WAIT);
        update(grip, Ops.of(task.client(), 0, 0, number));
        grip.release();
      } catch (NotGrantedException taken) {
        continue;
      } catch (Exception lost) {
        // So some locks say at the release of what was lost; what was written is in the register.
      }
      rest(random.nextLong(MOST_IDLE_NANOS));
    }
    lock.close();
  }

  private void update(Grip grip, long op) throws Exception {
    long token = task.guard() == Guard.TOKEN ? grip.token() : 0;
    long value = register.open(0, token, op);
    if (value < 0) {
      refused++;
      return;
    }
    rest(random.nextLong(10 * MILLIS, 60 * MILLIS));
    stopIf(Place.AT_WORK);
    if (task.guard() == Guard.ASK && !grip.valid()) {
      givenUp++;
      return;
    }
    stopIf(Place.BEFORE_THE_WRITE);
    if (!register.write(0, token, op, value + 1)) {
      refused++;
    }
  }

  private static void rest(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void stopIf(Place here) throws Exception {
    if (stopAt == here) {
      stopAt = Place.NOWHERE;
      stop.stop();
    }
  }
}
