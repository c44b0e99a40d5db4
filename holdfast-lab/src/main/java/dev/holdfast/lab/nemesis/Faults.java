package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.cluster.Sockets;
import dev.holdfast.lab.episode.ShiftedClock;
import dev.holdfast.lab.nemesis.KilledServer.Memory;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.lab.proxy.Trouble.Kind;
import dev.holdfast.lab.wire.Tools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All kinds of faults that the lab can make on one server. */
public final class Faults {
  /** Nothing happens. */
  public static final String CALM = "calm";

  /** No harm is done here: it is the load that is another. */
  public static final String LONG_WORK = "long-work";

  /** Nothing happens, and nobody is interrupted: long waits come to their end. */
  public static final String PATIENCE = "patience";

  /** Nothing happens, and there are many clients. */
  public static final String CROWD = "crowd";

  /** How many. */
  static final int CROWD_CLIENTS = 60;

  /** Played where it is asked for: it takes as long as ten others. */
  public static final Fault OF_CROWDS =
      new Fault(CROWD, "none", "sixty clients want the same names", true, Crowd::new);

  /** The application's own use leaves no connection for locks. */
  public static final String EMPTY_POOL = "empty-pool";

  /** Before the ids of the only locks that this can happen to: their connections are the user's. */
  public static final String POOLED_LOCK = "holdfast-given";

  /** What a client's clock does, on machines of which each has its own. */
  public static final String CLIENT_CLOCK = "client-clock";

  /** From 2026 on far past May 2041, after which the time makes no token. */
  static final long YEARS_MILLIS = 20L * 365 * 24 * 3_600_000;

  private static final long HOUR_MILLIS = 3_600_000;

  /** Before the ids of what happens to machines of which a clock stands still. */
  private static final String SUSPEND = "suspend-";

  /** Before the ids of what happens to machines whose clocks all stand still. */
  private static final String FREEZE = "freeze-";

  /** What cannot be done without clocks that can be made wrong. */
  private static final List<String> WRONG_CLOCKS = List.of("clock-", SUSPEND, FREEZE);

  /** What a server says when it says no. */
  private static final List<String> REFUSALS =
      List.of(
          "OOM command not allowed when used memory > 'maxmemory'.",
          "READONLY You can't write against a read only replica.",
          "LOADING Redis is loading the dataset in memory",
          "BUSY Redis is busy running a script. You can only call SCRIPT KILL.",
          "MISCONF Redis is configured to save RDB snapshots, but it cannot persist on disk.",
          "NOREPLICAS Not enough good replicas to write.",
          "NOAUTH Authentication required.",
          "NOPERM this user has no permissions to run the 'evalsha' command",
          "ERR max number of clients reached",
          "CLUSTERDOWN The cluster is down",
          "ERR unknown command `EVALSHA`, with args beginning with:",
          "CROSSSLOT Keys in request don't hash to the same slot",
          "NOSCRIPT No matching script. Please use EVAL.");

  private static final List<String> NEARNESS =
      List.of(
          "none",
          "clients",
          WireFaults.GROUP,
          "network",
          "orders",
          FileFaults.GROUP,
          DatabaseFaults.GROUP,
          ClusterFaults.GROUP,
          TopologyFaults.GROUP,
          "server");

  private Faults() {}

  /** Every fault. */
  public static List<Fault> all() {
    List<Fault> all = new ArrayList<>();
    all.add(fault(CALM, "none", "nothing happens", Faults::nothing));
    clients(all);
    servers(all);
    networks(all);
    orders(all);
    all.addAll(FileFaults.all());
    all.addAll(DatabaseFaults.all());
    all.addAll(ClusterFaults.all());
    all.addAll(TopologyFaults.all());
    for (String text : REFUSALS) {
      String word = text.substring(0, text.indexOf(' ')).toLowerCase(Locale.ROOT);
      String id = word.equals("err") ? text.contains("max") ? "maxclients" : "unknown" : word;
      all.add(
          fault(
              "says-" + id,
              "network",
              "the server says: " + text,
              () -> new BadNetwork(r -> Trouble.refuse(text, r.nextBoolean() ? 1 : 0.5, false))));
    }
    return all;
  }

  /** What is found then is a fault of the lab or of the lock. */
  private static Nemesis nothing() {
    return new Nemesis() {};
  }

  private static void clients(List<Fault> all) {
    String group = "clients";
    all.add(fault("kill-client", group, "a client is killed", HarmedClient::killed));
    all.add(fault("kill-holder", group, "a client is killed that holds", KilledHolder::new));
    all.add(fault("stop-client", group, "a client stands still", HarmedClient::stopped));
    all.add(fault("stop-each", group, "each client in turn stands still", ClientsInTurn::stopped));
    all.add(
        fault(
            "stop-holder",
            group,
            "holders stand still until others write",
            () -> new StoppedHolder(Standstill.STOPPED)));
    all.add(
        fault(
            SUSPEND + "holder",
            group,
            "holders' machines are suspended until others write: only their wall clocks run on",
            () -> new StoppedHolder(Standstill.SUSPENDED)));
    all.add(
        fault(
            SUSPEND + "each",
            group,
            "each client's machine in turn is suspended for a part of its lease",
            ClientsInTurn::suspended));
    all.add(
        tokensOnly(
            FREEZE + "holder",
            group,
            "holders' virtual machines are stopped until others write: no clock of theirs runs on",
            () -> new StoppedHolder(Standstill.FROZEN)));
    all.add(
        fault(
            CLIENT_CLOCK + "-2041",
            group,
            "a client's clock is twenty years ahead, and is put right",
            FarClock::new));
    all.add(fault("close-client", group, "clients are closed in use", ClosedClient::new));
    all.add(fault(LONG_WORK, group, "work often outlasts the lease", Faults::nothing));
    all.add(
        fault(
            PATIENCE,
            group,
            "nothing happens, work is long, and nobody is interrupted",
            Faults::nothing));
    all.add(fault(EMPTY_POOL, group, "the application takes all connections", EmptyPool::new));
    all.add(fault("cpu-hog", group, "others take the processors", Hog::new));
  }

  private static void servers(List<Fault> all) {
    String group = "server";
    all.add(fault("stop-server", group, "the server stands still", StoppedServer::new));
    all.add(
        fault(
            "restart-server",
            group,
            "the server is killed and comes back with all it knew",
            () -> new KilledServer(Memory.ALL)));
    all.add(
        tokensOnly(
            "restart-empty",
            group,
            "the server is killed and comes back without what it knew",
            () -> new KilledServer(Memory.NOTHING)));
    all.add(
        tokensOnly(
            "power-loss",
            group,
            "the server comes back without the last of what it knew",
            () -> new KilledServer(Memory.ALL_BUT_THE_LAST)));
    all.add(tokensOnly("clock-jump", group, "the server's clock jumps", ClockJump::new));
    all.add(
        tokensOnly(
            "clock-behind",
            group,
            "the server's clock is set back by an hour, and put right",
            () -> new ClockJump(random -> -HOUR_MILLIS)));
    all.add(
        tokensOnly(
            "clock-ahead",
            group,
            "the server's clock is an hour ahead, and is put right when a client has died",
            () -> new ClockPutRight(HOUR_MILLIS)));
    all.add(
        tokensOnly(
            "clock-2041",
            group,
            "the server's clock is twenty years ahead, and is put right",
            () -> new ClockJump(random -> YEARS_MILLIS)));
    all.add(
        tokensOnly(
            "eviction",
            group,
            "the server forgets keys for want of memory",
            () ->
                new Orders(
                    100,
                    List.of(
                        "CONFIG SET maxmemory-policy allkeys-random",
                        "CONFIG SET maxmemory 1",
                        "CONFIG SET maxmemory 0"),
                    List.of("CONFIG SET maxmemory 0", "CONFIG SET maxmemory-policy noeviction"))));
  }

  private static void networks(List<Fault> all) {
    all.add(network("slow", "messages take up to 40 ms", r -> slow(40)));
    all.add(network("very-slow", "messages take up to 600 ms", r -> slow(600)));
    all.add(network("drip", "messages come in small pieces", r -> Trouble.of(Kind.DRIP)));
    all.add(network("partition", "nothing passes any more", r -> Trouble.of(Kind.SILENT)));
    all.add(network("deaf", "requests pass, replies do not", r -> Trouble.of(Kind.DEAF)));
    all.add(network("no-connections", "connections end", r -> Trouble.of(Kind.NO_CONNECTIONS)));
    all.add(network("lost-replies", "replies are lost", r -> share(r, Kind.LOSE_REPLY)));
    all.add(network("lost-requests", "requests are lost", r -> share(r, Kind.LOSE_REQUEST)));
    all.add(network("no-pushes", "pushes are lost", r -> Trouble.of(Kind.NO_PUSHES)));
    all.add(network("garbage", "replies are garbage", r -> share(r, Kind.GARBAGE)));
    all.add(network("duplicates", "replies come twice", r -> share(r, Kind.DUPLICATE)));
  }

  private static Trouble share(SplittableRandom random, Kind kind) {
    return Trouble.of(kind, random.nextBoolean() ? 0.3 : 0.05);
  }

  private static Trouble slow(int millis) {
    return Trouble.slow(Duration.ofMillis(millis));
  }

  private static void orders(List<Fault> all) {
    all.add(order("script-flush", "scripts are flushed", 20, "SCRIPT FLUSH"));
    all.add(
        tokensOnly(
            "flush-all",
            "orders",
            "all data is deleted",
            () -> new Orders(400, List.of("FLUSHALL"), List.of())));
    all.add(order("client-kill", "connections are killed", 150, "CLIENT KILL TYPE normal"));
    all.add(order("pubsub-kill", "push connections are killed", 100, "CLIENT KILL TYPE pubsub"));
    all.add(
        order(
            "client-pause",
            "the server pauses its clients",
            0,
            "CLIENT PAUSE 5000",
            "CLIENT UNPAUSE"));
    all.add(order("debug-sleep", "the server sleeps", 0, "DEBUG SLEEP 0.8"));
    all.add(
        order(
            "oom",
            "the server has no memory",
            0,
            "CONFIG SET maxmemory 1",
            "CONFIG SET maxmemory 0"));
    all.add(
        order(
            "read-only",
            "the server is a replica",
            0,
            "REPLICAOF 127.0.0.1 1",
            "REPLICAOF NO ONE"));
  }

  private static Fault order(
      String id, String sentence, int every, String during, String... after) {
    return fault(id, "orders", sentence, () -> new Orders(every, List.of(during), List.of(after)));
  }

  private static Fault network(
      String id, String sentence, Function<SplittableRandom, Trouble> trouble) {
    return fault(id, "network", sentence, () -> new BadNetwork(trouble));
  }

  private static Fault fault(String id, String group, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, group, sentence, true, make);
  }

  private static Fault tokensOnly(
      String id, String group, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, group, sentence, false, make);
  }

  /** The fault of this id; two joined by a plus happen at once. */
  public static Fault named(String id) {
    int plus = id.indexOf('+');
    if (plus > 0) {
      return pair(named(id.substring(0, plus)), named(id.substring(plus + 1)));
    }
    return Stream.of(all().stream(), WireFaults.all().stream(), Stream.of(OF_CROWDS))
        .flatMap(each -> each)
        .filter(fault -> fault.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no fault '" + id + "'"));
  }

  /**
   * Two faults at once: claimed is what is claimed under both. The one that is nearer to the server
   * is made last and healed first, as the other may need the server to be healed.
   */
  public static Fault pair(Fault one, Fault other) {
    if (NEARNESS.indexOf(one.group()) > NEARNESS.indexOf(other.group())) {
      return pair(other, one);
    }
    return new Fault(
        one.id() + "+" + other.id(),
        one.group().equals(other.group()) ? one.group() : "pairs",
        one.sentence() + ", and " + other.sentence(),
        one.exclusive() && other.exclusive(),
        () -> new Pair(one.make().get(), other.make().get()));
  }

  /** Whether it, or one of the two that it is of, is made by the proxy. */
  public static boolean needsProxy(Fault fault) {
    List<String> ids = List.of(fault.id().split("\\+", -1));
    return all().stream().anyMatch(f -> f.group().equals("network") && ids.contains(f.id()));
  }

  /** What cannot be done on this machine, and why; empty if it can. */
  public static String obstacle(Fault fault) {
    if (WRONG_CLOCKS.stream().anyMatch(fault.id()::contains) && !ShiftedClock.isPossible()) {
      return "there is no cc to build the clocks with";
    }
    if (fault.id().contains("full-disk") && !Tools.FILE_LIMIT.isThere()) {
      return Tools.FILE_LIMIT.text();
    }
    return fault.id().contains(ClusterFaults.PARTED)
        ? Sockets.obstacle()
        : WireFaults.obstacle(fault);
  }
}
