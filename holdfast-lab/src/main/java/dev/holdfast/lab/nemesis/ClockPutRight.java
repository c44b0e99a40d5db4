package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * The server's clock is an hour ahead for a while, and is put right just after a client has died:
 * what that client was granted then ends in an hour, as the clock says now.
 */
final class ClockPutRight extends ClockJump {
  /** Long enough for holds that are granted by the wrong clock. */
  private static final long AHEAD_NANOS = 1_200_000_000;

  private final Nemesis death = HarmedClient.killed();

  ClockPutRight(long millis) {
    super(random -> millis);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    super.inject(rig, random);
    Meddler.pause(AHEAD_NANOS, () -> false);
    death.inject(rig, random);
    super.heal(rig);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    super.heal(rig);
    death.heal(rig);
  }
}
