package dev.holdfast.lab.load;

import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.SharedTime;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One request of one thread, from asking to giving back, written down: in between it reads the
 * guarded counter, dwells, and writes it back one higher; or, if it only reads, looks once more.
 * Then it may become a section of the other side of a read-write lock.
 *
 * <p>An event before a call has the time before it; one after a call has the time after it, except
 * for what a lock promises: a promise counts from before it was asked for, so that no claim is made
 * for the lock that it did not make.
 */
final class Section {
  private static final long LOOK_NANOS = 20_000_000;

  private final Journal journal;
  private final Register register;
  private final Texts texts;
  private final long op;
  private final List<Integer> given;
  private final List<Integer> names;
  private final char way;
  private final Want want;

  /**
   * @param op its number; of several names the following numbers too, in the order of the names
   * @param given the names, in the order in which they are asked for
   */
  Section(
      Journal journal,
      Register register,
      Texts texts,
      long op,
      List<Integer> given,
      char way,
      Want want) {
    this.journal = journal;
    this.register = register;
    this.texts = texts;
    this.op = op;
    this.given = given;
    this.names = given.stream().sorted(Comparator.comparing(Section::text)).toList();
    this.way = way;
    this.want = want;
  }

  /**
   * Runs it; whether the name was granted.
   *
   * @param changes how often it changes sides at most; each takes the next number for its request
   */
  boolean run(
      LockUnderTest lock, Way by, Duration wait, long dwellNanos, boolean ensure, int changes) {
    Grip grip = ask(lock, by, wait);
    if (grip == null) {
      return false;
    }
    work(grip, dwellNanos, ensure);
    end(grip, dwellNanos, changes);
    return true;
  }

  private void work(Grip grip, long dwellNanos, boolean ensure) {
    if (way == Way.NESTED.code()) {
      // A view has no token, so that a guard cannot compare: only what it claims is looked at.
      dwell(grip, dwellNanos, ensure);
    } else if (want.mode() != Mode.EXCLUSIVE) {
      look(seen(grip));
      dwell(grip, dwellNanos, ensure);
      look(seen(grip));
    } else {
      long[] values = new long[names.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = register.open(names.get(i), grip.token(), op + i);
        note(i, values[i] < 0 ? Kind.REFUSED : Kind.OPENED, grip.token(), values[i]);
      }
      dwell(grip, dwellNanos, ensure);
      for (int i = 0; i < values.length; i++) {
        if (values[i] >= 0) {
          boolean accepted = register.write(names.get(i), grip.token(), op + i, values[i] + 1);
          note(i, accepted ? Kind.WRITTEN : Kind.REFUSED, grip.token(), values[i] + 1);
        }
      }
    }
  }

  /** What the resource sees: among several who have permits no token tells who is late. */
  private long seen(Grip grip) {
    return want.mode() == Mode.COUNTED ? 0 : grip.token();
  }

  /** A reader sees the same whenever it looks. */
  private void look(long token) {
    long value = register.read(names.get(0), token, op);
    note(value < 0 ? Kind.REFUSED : Kind.OPENED, token, value, 0);
  }

  private @Nullable Grip ask(LockUnderTest lock, Way by, Duration wait) {
    for (int i = 0; i < names.size(); i++) {
      journal.write(Kind.ASK, op + i, names.get(i), 0, wait.toNanos(), manner(i));
    }
    try {
      Grip grip =
          names.size() == 1
              ? lock.acquire(text(names.get(0)), wait, by, want)
              : lock.acquire(given.stream().map(Section::text).toList(), wait, by);
      granted(grip, 0);
      return grip;
    } catch (NotGrantedException taken) {
      note(Kind.NOT_GRANTED, 0, 0, 0);
    } catch (InterruptedException stop) {
      note(Kind.INTERRUPTED, 0, 0, 0);
    } catch (Exception unknown) {
      note(Kind.FAILED, 0, texts.number(unknown), 0);
    }
    return null;
  }

  private void granted(Grip grip, long former) {
    long at = SharedTime.nanos();
    write(at, Kind.GRANTED, grip.token(), grip.remaining().toNanos(), former);
    grip.onLost(() -> note(Kind.TOLD, grip.token(), 0, 0));
  }

  private void dwell(Grip grip, long nanos, boolean ensure) {
    look(grip);
    if (ensure) {
      try {
        long at = SharedTime.nanos();
        grip.ensure(Duration.ofMillis(1));
        write(at, Kind.ENSURED, grip.token(), 1_000_000, SharedTime.nanos());
      } catch (Exception lost) {
        look(grip);
      }
    }
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        break; // Nothing parks in an interrupted thread: the work is broken off.
      }
      LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
      look(grip);
    }
  }

  private void look(Grip grip) {
    long at = SharedTime.nanos();
    boolean valid = grip.valid();
    long promise = grip.remaining().toNanos();
    long after = SharedTime.nanos();
    write(at, valid ? Kind.HELD : Kind.NOT_HELD, grip.token(), promise, after);
  }

  /** Gives back, by itself or on the other side. */
  private void end(Grip grip, long dwellNanos, int changes) {
    Grip other = changes > 0 && way != Way.NESTED.code() ? change(grip) : null;
    if (other != null) {
      Want next = want.mode() == Mode.SHARED ? Want.WRITE : Want.READ;
      Section after = new Section(journal, register, texts, op + 1, names, Event.CHANGED, next);
      after.granted(other, op);
      after.work(other, dwellNanos / 2, false);
      after.end(other, dwellNanos, changes - 1);
    } else {
      giveBack(grip);
    }
  }

  /**
   * Changes sides if it can; null if it stays. A writer claims nothing more from before the call. A
   * reader that stays goes on as if nothing had been.
   */
  private @Nullable Grip change(Grip grip) {
    boolean writes = want.mode() == Mode.EXCLUSIVE;
    long at = SharedTime.nanos();
    if (writes) {
      write(at, Kind.RELEASE, grip.token(), 0, 0);
    }
    write(at, Kind.CHANGE, grip.token(), writes ? 1 : 0, 0);
    try {
      Optional<Grip> other = grip.change();
      if (other.isPresent()) {
        if (!writes) {
          write(at, Kind.RELEASE, grip.token(), 0, 0);
        }
        Want next = writes ? Want.READ : Want.WRITE;
        long asks = Event.manner(Event.CHANGED, next);
        journal.write(at, Kind.ASK, op + 1, names.get(0), 0, 0, asks);
        note(Kind.RELEASED, grip.token(), 0, 0);
        return other.get();
      }
      note(Kind.STAYED, grip.token(), 0, 0);
    } catch (Exception failed) {
      note(Kind.CHANGE_FAILED, grip.token(), texts.number(failed), 0);
    }
    return null;
  }

  private void giveBack(Grip grip) {
    try {
      grip.release(() -> note(Kind.RELEASE, grip.token(), 0, 0));
      note(Kind.RELEASED, grip.token(), 0, 0);
    } catch (Exception failed) {
      note(Kind.RELEASE_FAILED, grip.token(), texts.number(failed), 0);
    }
  }

  /** Of each of the names, now. */
  private void note(Kind kind, long token, long a, long b) {
    write(SharedTime.nanos(), kind, token, a, b);
  }

  /** Of each of the names. */
  private void write(long at, Kind kind, long token, long a, long b) {
    for (int i = 0; i < names.size(); i++) {
      journal.write(at, kind, op + i, names.get(i), token, a, b);
    }
  }

  /** Of one of the names. */
  private void note(int index, Kind kind, long token, long a) {
    journal.write(kind, op + index, names.get(index), token, a, 0);
  }

  private long manner(int index) {
    return Event.manner(way, want.part(index, names.size()));
  }

  /** What a name is called in the store. */
  static String text(int name) {
    return "n" + name;
  }

  /** Which name is called so. */
  static int number(String text) {
    return Integer.parseInt(text.substring(1));
  }
}
