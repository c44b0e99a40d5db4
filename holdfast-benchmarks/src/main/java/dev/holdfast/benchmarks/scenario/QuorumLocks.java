package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.ServersEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.OlderRedisson;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.QuorumServers;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Locks that a majority of five servers grants, of which all answer or one hangs, beside those of
 * one server, and beside the peer that asks the same five.
 *
 * @param threads of one process, each with its own name
 * @param rejoin for how long servers grant nothing after their start, which is waited for
 * @param rows the first one is what others are compared with
 */
record QuorumLocks(String id, String title, int threads, Duration rejoin, List<String> rows)
    implements Scenario {
  static final String ONE_SERVER = "holdfast-jedis";
  static final String QUORUM = "holdfast-quorum";
  static final String QUORUM_LETTUCE = "holdfast-quorum-lettuce";
  static final String ONE_HANGS = "holdfast-quorum-hung";
  static final String REDLOCK = "redisson-redlock";
  static final String BARE = "quorum-bare";

  private static final int MEMBERS = 5;
  private static final double FIRST_TURN_SECONDS = 0.5;

  /** Seven processes share the processors, and a lock is more code than elsewhere. */
  private static final int WARM_TURNS = 2;

  @Override
  public String baseline() {
    return rows.get(0);
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    long seconds = rejoin.toSeconds();
    run.progress().show(id + ": servers grant when they have been up for " + seconds + " s");
    RedisServer one = RedisServer.start(run.folder());
    run.closeAtTheEnd(one);
    QuorumServers five = QuorumServers.startFor(run, MEMBERS, rejoin);
    QuorumServers others = QuorumServers.startFor(run, MEMBERS, rejoin);
    five.awaitGranting();
    others.awaitGranting();
    figures.note("began when the servers granted, " + seconds + " s after their start (?rejoin=)");
    Rotation rotation = new Rotation(this, run, figures).warmingUpFor(WARM_TURNS);
    for (String row : run.wanted(rows)) {
      rotation.add(
          row,
          () ->
              switch (row) {
                case ONE_SERVER -> ours(run, row, one);
                case QUORUM -> ours(run, row, five);
                case QUORUM_LETTUCE -> ours(run, row, five.through("lettuce"));
                case ONE_HANGS -> oneHangs(run, row, others);
                case BARE -> ServersEntrant.start(run, row, row, five, threads, Jvm.usual());
                default -> peer(run, row, five);
              });
    }
    rotation.measure();
  }

  private ServersEntrant ours(Run run, String row, Servers servers)
      throws IOException, InterruptedException {
    return ServersEntrant.start(run, row, "holdfast-url", servers, threads, Jvm.usual());
  }

  /** It hangs before the client is warm, but not before the client knows it. */
  private ServersEntrant oneHangs(Run run, String row, QuorumServers servers)
      throws IOException, InterruptedException {
    ServersEntrant entrant = ours(run, row, servers);
    entrant.turn(FIRST_TURN_SECONDS, new Figures());
    servers.hangOne();
    return entrant;
  }

  private ServersEntrant peer(Run run, String row, Servers servers)
      throws IOException, InterruptedException {
    Path jar = OlderRedisson.jar();
    return ServersEntrant.start(run, row, row, servers, threads, Jvm.usual().with(jar));
  }
}
