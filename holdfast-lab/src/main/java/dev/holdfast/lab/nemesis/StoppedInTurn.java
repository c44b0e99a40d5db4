package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Each client in turn stands still, for longer than any lease of the lab lasts. */
final class StoppedInTurn implements Nemesis {
  private static final long BEYOND_LEASE_NANOS = 1_200_000_000;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    int first = random.nextInt(Rig.CLIENTS);
    for (int i = 0; i < Rig.CLIENTS; i++) {
      int client = (first + i) % Rig.CLIENTS;
      rig.pauseClient(client);
      try {
        long end = System.nanoTime() + BEYOND_LEASE_NANOS;
        for (long left = BEYOND_LEASE_NANOS; left > 0; left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      } finally {
        rig.resumeClient(client);
      }
    }
  }

  @Override
  public void heal(Rig rig) {}
}
