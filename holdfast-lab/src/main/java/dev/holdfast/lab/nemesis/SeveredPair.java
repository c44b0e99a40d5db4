package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.ClusterMember;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** The leader and one of the others do not hear each other, and the third hears both. */
final class SeveredPair implements Nemesis {
  private List<ClusterMember> pair = List.of();

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    pair = List.copyOf(rig.cluster().byRank().subList(0, 2));
    rig.note(pair + " of the cluster do not hear each other");
    rig.cluster().sever(pair.get(0), pair.get(1));
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.note(pair + " of the cluster hear each other again");
    pair.forEach(rig.cluster()::rejoin);
    rig.cluster().start();
  }
}
