package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.util.SplittableRandom;

/** Nothing happens: what is found then is a fault of the lab or of the lock. */
final class Calm implements Nemesis {
  @Override
  public void inject(Rig rig, SplittableRandom random) {}

  @Override
  public void heal(Rig rig) {}
}
