package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.cluster.Member;
import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Some members of a cluster are harmed; by their rank, of which the leader is the first. */
final class HarmedServers implements Nemesis {
  private final Harm harm;
  private final int from;
  private final int to;
  private List<Member> harmed = List.of();

  HarmedServers(Harm harm, int from, int to) {
    this.harm = harm;
    this.from = from;
    this.to = to;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    harmed = List.copyOf(rig.cluster().byRank().subList(from, to));
    for (Member each : harmed) {
      rig.note(each + " of the cluster is " + harm.what());
      harm.begin().to(each);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (Member each : harmed) {
      rig.note(each + " of the cluster is well again");
      harm.end().to(each);
    }
    rig.cluster().start();
  }

  /** What is done to a server. */
  interface Deed {
    void to(Member server) throws IOException;
  }

  /** What is done to a server, and undone. */
  record Harm(String what, Deed begin, Deed end) {
    static Harm of(String what, Deed begin, Deed end) {
      return new Harm(what, begin, end);
    }
  }
}
