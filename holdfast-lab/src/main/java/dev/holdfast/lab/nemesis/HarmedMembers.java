package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Some members of a quorum are harmed, and are well again afterwards. */
final class HarmedMembers implements Nemesis {
  private final Harm harm;
  private final int count;
  private List<RedisServer> harmed = List.of();

  HarmedMembers(Harm harm, int count) {
    this.harm = harm;
    this.count = count;
  }

  /** So many of several, any. */
  static <T> List<T> some(List<T> all, int count, SplittableRandom random) {
    List<T> rest = new ArrayList<>(all);
    List<T> chosen = new ArrayList<>();
    while (chosen.size() < count) {
      chosen.add(rest.remove(random.nextInt(rest.size())));
    }
    return List.copyOf(chosen);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    harmed = some(rig.servers(), count, random);
    for (RedisServer each : harmed) {
      harm.begin().to(rig, each, random);
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (RedisServer each : harmed) {
      harm.end().to(rig, each);
      rig.note(each + " is well again");
    }
    if (count > rig.servers().size() / 2) {
      rig.group().settle(); // Until then they grant nothing.
    }
  }

  @Override
  public void restore(Rig rig) throws IOException {
    rig.group().settle();
  }

  /** What is done to a server. */
  interface Deed {
    void to(Rig rig, RedisServer server, SplittableRandom random) throws IOException;
  }

  /** What is undone. */
  interface Undoing {
    void to(Rig rig, RedisServer server) throws IOException;
  }

  /** What is done to a server, and undone. */
  record Harm(Deed begin, Undoing end) {
    /** One of the server alone, which is told so to the reader. */
    static Harm of(String what, Order begin, Order end) {
      return new Harm(
          (rig, server, random) -> {
            rig.note(server + " is " + what);
            begin.to(server);
          },
          (rig, server) -> end.to(server));
    }
  }

  /** What a server is told. */
  interface Order {
    void to(RedisServer server) throws IOException;
  }
}
