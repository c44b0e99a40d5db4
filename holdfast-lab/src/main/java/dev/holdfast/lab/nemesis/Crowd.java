package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** Nothing is wrong, but there are many clients, each a process of its own with one thread. */
final class Crowd implements Nemesis {
  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    rig.gather(Faults.CROWD_CLIENTS);
  }

  @Override
  public void restore(Rig rig) {
    rig.disperse();
  }
}
