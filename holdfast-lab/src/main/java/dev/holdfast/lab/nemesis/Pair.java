package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** Two faults at once. */
final class Pair implements Nemesis {
  private final Nemesis one;
  private final Nemesis other;

  Pair(Nemesis one, Nemesis other) {
    this.one = one;
    this.other = other;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    one.prepare(rig, random);
    other.prepare(rig, random);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    one.inject(rig, random);
    other.inject(rig, random);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    other.heal(rig);
    one.heal(rig);
  }

  @Override
  public void restore(Rig rig) throws IOException {
    other.restore(rig);
    one.restore(rig);
  }
}
