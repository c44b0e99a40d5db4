package dev.holdfast.lab.load;

import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Stays;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** One thread of a client: asks for names, one after the other, as its seed says. */
final class Worker implements Runnable {
  private static final int HOT_NAMES = 2;
  private static final int OFTEN_TOGETHER = 3;

  /** One of so many requests for a name whose size changes is preceded by a change. */
  private static final int RESIZES = 12;

  /** How many permits there are of each name, in turn; the first ones are wanted most. */
  private static final List<Integer> SIZES = List.of(2, 4, 1, 3);

  /** Of names that stay taken: so few wait, and a grant is known to be about so old. */
  private static final int MOST_WAIT_MILLIS = 50;

  private static final long LONGEST_NANOS = 400_000_000;

  private static final int MICROS = 1_000;
  private static final int MILLIS = 1_000_000;

  private final Load load;
  private final int thread;
  private final Supplier<LockUnderTest> lock;
  private final Journal journal;
  private final Register register;
  private final Texts texts;
  private final SplittableRandom random;
  private volatile boolean stopped;

  Worker(
      Load load,
      int thread,
      Supplier<LockUnderTest> lock,
      Journal journal,
      Register register,
      Texts texts) {
    this.load = load;
    this.thread = thread;
    this.lock = lock;
    this.journal = journal;
    this.register = register;
    this.texts = texts;
    this.random =
        new SplittableRandom(
            load.seed() * 1_000_003 + Ops.of(load.client(), load.life(), thread, 0));
  }

  /** Lets it end after the section that it is in. */
  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    for (int number = 1; !stopped; number++) {
      LockUnderTest current = lock.get();
      List<Way> ways = current.ways().stream().sorted().toList();
      Way way = random.nextInt(2) == 0 ? Way.BLOCKING : ways.get(random.nextInt(ways.size()));
      int name = random.nextInt(10) < 6 ? random.nextInt(HOT_NAMES) : random.nextInt(load.names());
      if (current.resizes() && isResized(name) && random.nextInt(RESIZES) == 0) {
        resize(current, name, Ops.of(load.client(), load.life(), thread, number));
        number++;
      }
      boolean stays = !current.stay().isZero() && Stays.has(name);
      if (stays) {
        way = Way.BLOCKING;
      }
      List<Integer> names = current.several() ? several(name) : List.of(name);
      if (names.size() > 1 && random.nextBoolean()) {
        way = Way.UNTIMED; // Who waits in a circle should not get out of it by giving up.
      }
      int changes = current.modes().contains(Mode.SHARED) ? Math.max(0, random.nextInt(6) - 3) : 0;
      Section section =
          new Section(
              journal,
              register,
              texts,
              Ops.of(load.client(), load.life(), thread, number),
              names,
              way.code(),
              want(current, name));
      boolean granted =
          section.run(
              current,
              way,
              stays ? Duration.ofMillis(random.nextInt(1, MOST_WAIT_MILLIS)) : wait(way, current),
              stays ? shortNanos() : dwellNanos(current),
              random.nextInt(20) == 0,
              changes);
      number += changes + names.size() - 1;
      pause(granted);
      Thread.interrupted(); // An interrupt ends what it hits, not the thread's work.
    }
  }

  /**
   * Often more than one name, so that they overlap in part: of the first three any two or all, of
   * the others each with the next one. The last is asked for alone, or with one of the first.
   */
  private List<Integer> several(int name) {
    int dice = random.nextInt(20);
    if (dice < 13) {
      return List.of(name);
    }
    if (name >= OFTEN_TOGETHER) {
      int next = name + 1 < load.names() ? name + 1 : random.nextInt(OFTEN_TOGETHER);
      return List.of(name, next);
    }
    int other = (name + 1 + random.nextInt(OFTEN_TOGETHER - 1)) % OFTEN_TOGETHER;
    return dice < 19 ? List.of(name, other) : List.of(name, other, OFTEN_TOGETHER - name - other);
  }

  /** Of half of the names; of the others it is known for certain at any time. */
  private static boolean isResized(int name) {
    return name % SIZES.size() == 0 || name % SIZES.size() == SIZES.size() - 1;
  }

  private void resize(LockUnderTest lock, int name, long op) {
    int size = 1 + random.nextInt(SIZES.size());
    journal.write(Kind.RESIZE, op, name, 0, size, 0);
    try {
      boolean changed = lock.resize(Section.text(name), size);
      journal.write(Kind.RESIZED, op, name, 0, changed ? 1 : 0, 0);
    } catch (Exception unknown) {
      journal.write(Kind.RESIZE_FAILED, op, name, 0, texts.number(unknown), 0);
    }
  }

  /** Two of three read, where that can be asked for; most want one permit. */
  private Want want(LockUnderTest lock, int name) {
    if (lock.modes().contains(Mode.COUNTED)) {
      int size = lock.size(Section.text(name), SIZES.get(name % SIZES.size()));
      return Want.permits(random.nextInt(5) < 3 ? 1 : random.nextInt(size) + 1, size);
    }
    return lock.modes().contains(Mode.SHARED) && random.nextInt(3) > 0 ? Want.READ : Want.WRITE;
  }

  private Duration wait(Way way, LockUnderTest lock) {
    if (way != Way.CANCELLED && lock.tries() && random.nextInt(5) == 0) {
      return Duration.ZERO;
    }
    return Duration.ofMillis(
        way == Way.CANCELLED ? random.nextInt(1, 60) : random.nextInt(100, 3_000));
  }

  /**
   * Mostly short; now and then long enough to be renewed, or for longer than the lease; more seldom
   * if others have names in vain meanwhile.
   */
  private long dwellNanos(LockUnderTest lock) {
    int dice = random.nextInt(lock.several() ? 3_000 : 1_000);
    long lease = load.lease().toNanos();
    if (dice < load.overlong()) {
      return lease + lease / 5;
    }
    int other = dice - load.overlong();
    return other < 9 ? lease / 2 : random.nextInt(other < 57 ? 10 * MILLIS : 600 * MICROS);
  }

  /** Long enough to be found at it, and within its lease. */
  private long shortNanos() {
    return random.nextLong(Math.min(LONGEST_NANOS, load.lease().toNanos() / 2));
  }

  private void pause(boolean granted) {
    LockSupport.parkNanos(random.nextInt(granted ? 3 * MILLIS : 15 * MILLIS));
  }
}
