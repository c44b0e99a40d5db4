package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.ToLongBiFunction;

/**
 * Each client in turn stands still.
 *
 * @param nanos for how long
 */
record ClientsInTurn(Standstill standstill, ToLongBiFunction<Rig, SplittableRandom> nanos)
    implements Nemesis {
  private static final long BEYOND_LEASE_NANOS = 1_200_000_000;

  /** For longer than any lease of the lab lasts. */
  static Nemesis stopped() {
    return new ClientsInTurn(Standstill.STOPPED, (rig, random) -> BEYOND_LEASE_NANOS);
  }

  /**
   * For a good part of its lease or session: what it is granted on waking is certain for what is
   * left.
   */
  static Nemesis suspended() {
    return new ClientsInTurn(
        Standstill.SUSPENDED,
        (rig, random) -> (long) (rig.lease().toNanos() * random.nextDouble(0.6, 0.95)));
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    standstill.prepare(rig);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    int first = random.nextInt(Rig.CLIENTS);
    for (int i = 0; i < Rig.CLIENTS; i++) {
      standstill.last(rig, (first + i) % Rig.CLIENTS, nanos.applyAsLong(rig, random));
    }
  }

  @Override
  public void restore(Rig rig) {
    standstill.restore(rig);
  }
}
