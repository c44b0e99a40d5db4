package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.cluster.Cluster;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.ClusterMember;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Some members of a cluster are harmed; by their rank, of which the leader is the first. */
final class HarmedServers implements Nemesis {
  private final Harm harm;
  private final int from;
  private final int to;
  private List<ClusterMember> harmed = List.of();

  HarmedServers(Harm harm, int from, int to) {
    this.harm = harm;
    this.from = from;
    this.to = to;
  }

  /** Who was harmed last, by rank. */
  List<ClusterMember> harmed() {
    return harmed;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    harmed = List.copyOf(rig.cluster().byRank().subList(from, to));
    for (ClusterMember each : harmed) {
      rig.note(each + " of the cluster is " + harm.what());
      harm.begin().to(rig.cluster(), each);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (ClusterMember each : harmed) {
      rig.note(each + " of the cluster is well again");
      harm.end().to(rig.cluster(), each);
    }
    rig.cluster().start();
  }

  /** What is done to a server. */
  interface Deed {
    void to(Cluster cluster, ClusterMember server) throws IOException;
  }

  /** What is done to a server, and undone. */
  record Harm(String what, Deed begin, Deed end) {
    static Harm of(String what, Deed begin, Deed end) {
      return new Harm(what, begin, end);
    }
  }
}
