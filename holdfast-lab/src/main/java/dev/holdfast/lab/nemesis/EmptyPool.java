package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** The application takes all connections of the pool that it shares with its locks. */
final class EmptyPool implements Nemesis {
  private int first;
  private int last;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    boolean all = random.nextBoolean();
    first = all ? 0 : random.nextInt(Rig.CLIENTS);
    last = all ? Rig.CLIENTS - 1 : first;
    for (int client = first; client <= last; client++) {
      rig.exhaustClient(client);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (int client = first; client <= last; client++) {
      rig.relieveClient(client);
    }
  }
}
