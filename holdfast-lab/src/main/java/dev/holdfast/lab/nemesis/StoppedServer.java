package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** The server's process stands still, as when its machine swaps or its disk hangs. */
final class StoppedServer implements Nemesis {
  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    rig.note("server stopped");
    rig.store().pause();
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.note("server goes on");
    rig.store().resume();
  }
}
