package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Register.Entry;
import dev.holdfast.lab.check.Register.What;
import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A client is killed between its first contact with the guarded resource and its write, in a
 * section of one of the names that few want; it lives again later. No time is guessed: the resource
 * is looked at.
 */
final class KilledHolder implements Nemesis {
  /** The first are wanted by all. */
  private static final int HOT_NAMES = 2;

  /** A section that lasts is not over before the signal arrives. */
  private static final long LASTS_NANOS = 5_000_000;

  private static final long LOOK_NANOS = 2_000_000;
  private static final long FIND_NANOS = 5_000_000_000L;

  private int client = -1;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    Register register = rig.register();
    long end = System.nanoTime() + FIND_NANOS;
    OptionalInt holder = holder(rig, register);
    while (holder.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_NANOS);
      holder = holder(rig, register);
    }
    if (holder.isEmpty()) {
      rig.note("no client was seen to hold for long enough");
    }
    client = holder.orElse(random.nextInt(Rig.CLIENTS));
    rig.killClient(client);
  }

  private static OptionalInt holder(Rig rig, Register register) {
    for (int name = HOT_NAMES; name < rig.names(); name++) {
      List<Entry> entries = register.entries(name);
      if (!entries.isEmpty()) {
        Entry last = entries.get(entries.size() - 1);
        long lasted = System.nanoTime() - last.at();
        if (last.what() == What.CONTACT && last.op() != 0 && lasted > LASTS_NANOS) {
          rig.note(Ops.text(last.op()) + " holds n" + name);
          return OptionalInt.of(Ops.client(last.op()));
        }
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.reviveClient(client);
  }
}
