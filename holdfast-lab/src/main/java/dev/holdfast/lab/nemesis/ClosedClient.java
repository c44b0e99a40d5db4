package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** One client after the other is closed in the middle of everything, and opened anew. */
final class ClosedClient implements Nemesis {
  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    int first = random.nextInt(Rig.CLIENTS);
    for (int i = 0; i < Rig.CLIENTS; i++) {
      rig.reopenClient((first + i) % Rig.CLIENTS);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (int i = 0; i < Rig.CLIENTS; i++) {
      rig.reopened(i);
    }
  }
}
