package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.keeper.KeeperProcess;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Some servers of an ensemble are harmed; by their rank, of which the leader is the first. */
final class HarmedServers implements Nemesis {
  private final Harm harm;
  private final int from;
  private final int to;
  private List<KeeperProcess> harmed = List.of();

  HarmedServers(Harm harm, int from, int to) {
    this.harm = harm;
    this.from = from;
    this.to = to;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    harmed = List.copyOf(rig.ensemble().byRank().subList(from, to));
    for (KeeperProcess each : harmed) {
      rig.note(each + " of ZooKeeper is " + harm.what());
      harm.begin().to(each);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (KeeperProcess each : harmed) {
      rig.note(each + " of ZooKeeper is well again");
      harm.end().to(each);
    }
    rig.ensemble().start();
  }

  /** What is done to a server. */
  interface Deed {
    void to(KeeperProcess server) throws IOException;
  }

  /** What is done to a server, and undone. */
  record Harm(String what, Deed begin, Deed end) {
    static Harm of(String what, Deed begin, Deed end) {
      return new Harm(what, begin, end);
    }
  }
}
