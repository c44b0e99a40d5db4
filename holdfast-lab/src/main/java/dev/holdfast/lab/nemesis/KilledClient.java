package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** One client's process is killed; it lives again later. */
final class KilledClient implements Nemesis {
  private int client = -1;

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    client = random.nextInt(Rig.CLIENTS);
    rig.killClient(client);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.reviveClient(client);
  }
}
