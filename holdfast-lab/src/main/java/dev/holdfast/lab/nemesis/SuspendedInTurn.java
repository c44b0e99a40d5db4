package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Each client's machine in turn is suspended, for a good part of its lease or session: what it is
 * granted on waking is certain for what is left.
 */
final class SuspendedInTurn implements Nemesis {
  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    Standstill.SUSPENDED.prepare(rig);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    int first = random.nextInt(Rig.CLIENTS);
    for (int i = 0; i < Rig.CLIENTS; i++) {
      long nanos = (long) (rig.lease().toNanos() * random.nextDouble(0.6, 0.95));
      Standstill.SUSPENDED.last(rig, (first + i) % Rig.CLIENTS, nanos);
    }
  }

  @Override
  public void heal(Rig rig) {}

  @Override
  public void restore(Rig rig) {
    Standstill.SUSPENDED.restore(rig);
  }
}
