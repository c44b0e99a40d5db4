package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** One client's time stands still, as in a long pause of its collector; often beyond its lease. */
final class StoppedClient implements Nemesis {
  private int client;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    client = random.nextInt(Rig.CLIENTS);
    rig.pauseClient(client);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.resumeClient(client);
  }
}
