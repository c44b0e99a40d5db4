package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.SplittableRandom;

/** Clients are cut off from members of a quorum, each from others. */
final class SeveredMembers implements Nemesis {
  private final int clients;
  private final int least;
  private final int most;

  /** So many clients are, each from so many members, at least and at most. */
  SeveredMembers(int clients, int least, int most) {
    this.clients = clients;
    this.least = least;
    this.most = most;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    int first = random.nextInt(Rig.CLIENTS);
    for (int i = 0; i < clients; i++) {
      int client = (first + i) % Rig.CLIENTS;
      int members = random.nextInt(least, most + 1);
      for (RedisServer member : HarmedMembers.some(rig.servers(), members, random)) {
        rig.trouble(client, member, Trouble.of(Trouble.Kind.SILENT));
      }
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.trouble(Trouble.NONE);
    rig.resetConnections(); // As after a partition: what was swallowed does not come any more.
  }
}
