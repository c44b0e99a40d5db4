package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.HarmedMembers.Harm;
import dev.holdfast.lab.topology.Quorum;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The faults of a quorum of five: of its members, and of the ways to them. */
final class QuorumFaults {
  private static final String PREFIX = "quorum-";

  /** Its member is never as it was: it has forgotten all. */
  private static final Harm RESTART =
      Harm.of("restarted, and has forgotten all", QuorumFaults::restart, server -> {});

  private static final Harm KILL = Harm.of("killed", RedisServer::kill, RedisServer::ensureAlive);

  private static final Harm STOP = Harm.of("stopped", RedisServer::pause, RedisServer::resume);

  private static final Harm STEP = new Harm(QuorumFaults::step, QuorumFaults::stepBack);

  private QuorumFaults() {}

  private static void restart(RedisServer server) throws IOException {
    server.kill();
    server.start();
  }

  private static void step(Rig rig, RedisServer server, SplittableRandom random)
      throws IOException {
    long millis = ClockJump.millis(random);
    rig.note("the clock of " + server + " jumps by " + millis + " ms");
    quorum(rig).shift(server, millis);
  }

  private static void stepBack(Rig rig, RedisServer server) throws IOException {
    quorum(rig).shift(server, 0);
  }

  private static Quorum quorum(Rig rig) {
    return (Quorum) rig.group();
  }

  static List<Fault> make() {
    List<Fault> all = new ArrayList<>();
    all.add(members("kill-one", "a member is killed, and is back empty later", KILL, 1));
    all.add(members("kill-two", "two members are killed, and are back empty later", KILL, 2));
    all.add(members("stop-one", "a member stands still", STOP, 1));
    all.add(members("stop-two", "two members stand still", STOP, 2));
    all.add(members("restart-one", "a member is restarted, and has forgotten all", RESTART, 1));
    all.add(
        members("restart-two", "two members are restarted, and have forgotten all", RESTART, 2));
    all.add(
        members("restart-all", "all members are restarted, and have forgotten all", RESTART, 5));
    all.add(
        fault(
            "restart-each",
            "one member after the other is restarted, and has forgotten all",
            RollingRestart::new));
    all.add(members("clock-jump", "a member's clock jumps", STEP, 1));
    all.add(members("clock-jump-two", "two members' clocks jump", STEP, 2));
    all.add(
        fault(
            "cut",
            "each client is cut off from one or two members, each from others",
            () -> new SeveredMembers(Rig.CLIENTS, 1, 2)));
    all.add(
        fault(
            "cut-majority",
            "a client is cut off from three members",
            () -> new SeveredMembers(1, 3, 3)));
    return all;
  }

  private static Fault members(String id, String sentence, Harm harm, int count) {
    return fault(id, sentence, () -> new HarmedMembers(harm, count));
  }

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(PREFIX + id, TopologyFaults.GROUP, sentence, true, make);
  }
}
