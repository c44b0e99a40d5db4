package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * A fault that lasts for so long at least: what follows from it, such as the end of a session, has
 * to come before it is healed.
 */
record Lasting(Nemesis fault, int millis) implements Nemesis {
  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    fault.prepare(rig, random);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    fault.inject(rig, random);
    Meddler.pause(millis * 1_000_000L, () -> false);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    fault.heal(rig);
  }

  @Override
  public void restore(Rig rig) throws IOException {
    fault.restore(rig);
  }
}
