package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Register.Entry;
import dev.holdfast.lab.check.Register.What;
import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Whoever holds stands still, between its first contact with the guarded resource and its write,
 * until another has written. How long that takes is the lock's affair, and the machine's: the
 * resource is looked at, no time is guessed. So each stop asks what the lock does against a late
 * write, also on a machine that is busy.
 */
final class StoppedHolder implements Nemesis {
  private static final int STOPS = 3;

  /** Which are wanted by all, so that another comes. */
  private static final int HOT_NAMES = 2;

  /** Many sections are over before a signal arrives: one that lasts is the one to hit. */
  private static final long LASTS_NANOS = 10_000_000;

  private static final long LOOK_NANOS = 2_000_000;
  private static final long FIND_NANOS = 5_000_000_000L;
  private static final long WAIT_NANOS = 5_000_000_000L;

  private final Standstill standstill;

  StoppedHolder(Standstill standstill) {
    this.standstill = standstill;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    standstill.prepare(rig);
  }

  @Override
  public void restore(Rig rig) {
    standstill.restore(rig);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    Register register = rig.register();
    long end = System.nanoTime() + STOPS * FIND_NANOS;
    for (int stops = 0; stops < STOPS && System.nanoTime() < end; ) {
      for (int name = 0; name < HOT_NAMES && stops < STOPS; name++) {
        Entry last = last(register, name);
        if (isInSection(last) && System.nanoTime() - last.at() > LASTS_NANOS) {
          stops += stop(rig, register, name, last) ? 1 : 0;
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static boolean isInSection(Entry last) {
    return last.what() == What.CONTACT && last.op() != 0;
  }

  /** Whether it was hit in its section, and another has written since. */
  private boolean stop(Rig rig, Register register, int name, Entry holder) throws IOException {
    int client = Ops.client(holder.op());
    return standstill.of(rig, client, () -> isOvertaken(rig, register, name, holder));
  }

  private static boolean isOvertaken(Rig rig, Register register, int name, Entry holder) {
    if (!last(register, name).equals(holder)) {
      return false;
    }
    rig.note(Ops.text(holder.op()) + " stands still, and holds n" + name);
    boolean overtaken = await(() -> wrote(register, name, holder), WAIT_NANOS);
    rig.note(overtaken ? "another has written n" + name : "nobody else has written n" + name);
    return overtaken;
  }

  private static boolean wrote(Register register, int name, Entry holder) {
    List<Entry> entries = register.entries(name);
    return entries.subList(entries.indexOf(holder) + 1, entries.size()).stream()
        .anyMatch(entry -> entry.what() == What.WRITE);
  }

  private static Entry last(Register register, int name) {
    List<Entry> entries = register.entries(name);
    return entries.isEmpty()
        ? new Entry(0, What.CONTACT, 0, 0, 0)
        : entries.get(entries.size() - 1);
  }

  private static boolean await(BooleanSupplier condition, long nanos) {
    long end = System.nanoTime() + nanos;
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return condition.getAsBoolean();
  }
}
