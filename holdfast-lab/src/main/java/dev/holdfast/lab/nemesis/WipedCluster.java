package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** All members are killed, lose their data, and begin anew under clients that run on. */
final class WipedCluster implements Nemesis {
  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    rig.note("all members killed, and their data deleted");
    rig.cluster().kill();
    rig.cluster().wipe();
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.cluster().start();
    rig.note("all members started, with nothing");
  }
}
