package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * One member of a quorum after the other is restarted without what it knew, each before the one
 * before it counts again.
 */
final class RollingRestart implements Nemesis {
  private static final int MOST_MILLIS = 500;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    for (RedisServer each : HarmedMembers.some(rig.servers(), rig.servers().size(), random)) {
      rig.note(each + " is restarted, and has forgotten all");
      each.kill();
      each.start();
      Meddler.pause(random.nextInt(MOST_MILLIS) * 1_000_000L, () -> false);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.group().settle();
  }
}
