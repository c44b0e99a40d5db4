package dev.holdfast.lab.report;

import dev.holdfast.lab.bugs.Bug;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.nemesis.WireFaults;
import dev.holdfast.lab.score.Measures;
import dev.holdfast.lab.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the program {@code lab} is asked for. */
final class Options {
  static final String USAGE =
      """
      usage: lab [--full | --soak DURATION] [--only FAULT,…] [--seed N]
                 [--store LOCK,… | --databases | --zookeeper | --etcd |
                  --quorum | --sentinel | --cluster]
             lab --replay 'LOCK FAULT SEED'
             lab --controls [--store CONTROL,…] [--seed N]
             lab --bugs [--bug NAME,…] [--seed N]
             lab --measure WHAT,… [--brief] [--load-time DURATION]
             lab --peers [--only FAULT,…] [--store LOCK,…] [--seed N]
             lab --pause-replay [--seconds N] [--store LOCK,…]
             lab --root [--only FAULT,…] [--store LOCK,…] [--seed N]

        (nothing)        five minutes: each fault in turn, on each store in turn
        --full           an hour of it, pairs of faults too
        --soak DURATION  as long as this: 90s, 20m, 24h
        --only FAULT,…   these faults; two joined by + happen at once (--list shows them)
        --store LOCK,…   these locks (holdfast-jedis,holdfast-lettuce,holdfast-mixed,
                         holdfast-given,holdfast-sqlite,holdfast-rw-jedis,
                         holdfast-permits-jedis,holdfast-election-jedis,
                         holdfast-all-jedis,…; --list shows all)
        --databases      these locks: all those on PostgreSQL, MariaDB and MySQL
        --zookeeper      these locks: all those on a ZooKeeper ensemble of three
        --etcd           these locks: all those on an etcd cluster of three
        --quorum         these locks: all those on a quorum of five Redis servers
        --sentinel       these locks: all those on a master and a replica with three Sentinels
        --cluster        these locks: all those on a Redis cluster of three masters
        --seed N         where the randomness begins (1); with one --only and no time: one episode
        --episodes N     ends after so many episodes
        --replay 'L F S' one episode, as a report names it
        --controls       locks with known flaws, which the checks must convict
        --bugs           the bugs on purpose, in real clients: all of them must be found
        --measure WHAT,… figures with targets: matrix, recovery, pause, load, waiters, or all
        --brief          a short selection of them
        --load-time D    how long --measure load keeps its leases (10m, with --brief 15s)
        --peers          other libraries beside Holdfast, two episodes (--episodes N) of each fault
        --pause-replay   how many updates are lost when holders are stopped for longer than the lease
        --seconds N      how long for each lock (120)
        --root           as root, on Linux: clients in network namespaces; faults by the kernel
        --part I/N       every Nth episode only, beginning with the Ith: parts that run apart
        --report FOLDER  where the report goes
        --list           faults and locks
      """;

  Duration time = Duration.ofMinutes(5);
  int episodes = Integer.MAX_VALUE;
  boolean pairs;
  boolean list;
  boolean root;
  boolean controls;
  boolean bugs;
  List<String> bugNames = List.of();
  boolean brief;
  Optional<Duration> loadTime = Optional.empty();
  List<Measures> measures = List.of();
  boolean peers;
  boolean pauseReplay;
  int seconds = 120;
  long seed = 1;
  int part;
  int parts = 1;
  String folder = "";
  List<Fault> faults = Faults.all();
  // Files first: few faults can be done to them, and those are the first.
  List<String> locks =
      List.of(
          "holdfast-jedis",
          "holdfast-sqlite",
          "holdfast-rw-sqlite",
          "holdfast-permits-sqlite",
          "holdfast-election-sqlite",
          "holdfast-all-sqlite",
          "holdfast-lettuce",
          "holdfast-mixed",
          Faults.POOLED_LOCK,
          "holdfast-rw-jedis",
          "holdfast-rw-lettuce",
          "holdfast-permits-jedis",
          "holdfast-permits-lettuce",
          "holdfast-election-jedis",
          "holdfast-election-lettuce",
          "holdfast-all-jedis",
          "holdfast-all-lettuce");
  private static final List<String> ON_DATABASES =
      List.of(
              "holdfast-",
              "holdfast-rw-",
              "holdfast-given-",
              "holdfast-permits-",
              "holdfast-all-",
              "holdfast-election-",
              "holdfast-session-")
          .stream()
          .flatMap(kind -> Arrays.stream(Database.values()).map(each -> kind + each.word()))
          .toList();

  private static List<String> on(Service service) {
    return Stream.of(
            "holdfast-", "holdfast-rw-", "holdfast-permits-", "holdfast-all-", "holdfast-election-")
        .map(kind -> kind + service.word())
        .toList();
  }

  boolean only;
  boolean stored;
  private boolean timed;

  /**
   * Reads the words.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  static Options parse(String... arguments) {
    Options options = new Options();
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    boolean seeded = false;
    while (!words.isEmpty()) {
      String word = words.remove(0);
      switch (word) {
        case "--list" -> options.list = true;
        case "--databases" -> {
          options.locks = ON_DATABASES;
          options.stored = true;
        }
        case "--zookeeper" -> {
          options.locks = on(Service.ZOOKEEPER);
          options.stored = true;
        }
        case "--etcd" -> {
          options.locks = on(Service.ETCD);
          options.stored = true;
        }
        case "--quorum", "--sentinel", "--cluster" -> {
          options.locks = Topology.of(word).orElseThrow().locks();
          options.stored = true;
        }
        case "--root" -> options.root = true;
        case "--controls" -> options.controls = true;
        case "--bugs" -> options.bugs = true;
        case "--brief" -> options.brief = true;
        case "--peers" -> options.peers = true;
        case "--pause-replay" -> options.pauseReplay = true;
        case "--full" -> {
          options.setTime(Duration.ofMinutes(58));
          options.pairs = true;
        }
        default -> {
          if (words.isEmpty()) {
            throw new IllegalArgumentException(word + " is no option, or its value is missing");
          }
          options.set(word, words.remove(0));
          seeded |= word.equals("--seed");
        }
      }
    }
    options.settle();
    boolean counted = options.episodes != Integer.MAX_VALUE || options.peers;
    if (seeded && options.only && !options.timed && !counted) {
      options.episodes = options.combinations();
    }
    return options;
  }

  /** Which faults go with the network that there is. */
  private void settle() {
    boolean others = controls || bugs || peers || pauseReplay || !measures.isEmpty();
    if (root && others) {
      throw new IllegalArgumentException("--root plays episodes, and nothing else");
    }
    if (root && !only) {
      faults = WireFaults.all();
    }
    for (Fault fault : faults) {
      if (!root && WireFaults.has(fault)) {
        throw new IllegalArgumentException(fault.id() + " needs --root");
      }
      if (root && Faults.needsProxy(fault)) {
        throw new IllegalArgumentException(fault.id() + " is the proxy's, and --root has none");
      }
    }
  }

  private int combinations() {
    return (int)
        faults.stream()
            .flatMap(fault -> locks.stream().map(lock -> new Plan(lock, fault, 0)))
            .filter(Plan::isPossible)
            .count();
  }

  private void set(String option, String value) {
    switch (option) {
      case "--seed" -> seed = number(option, value);
      case "--episodes" -> episodes = (int) number(option, value);
      case "--bug" -> {
        bugNames = List.of(value.split(",", -1));
        bugNames.forEach(Bug::named);
      }
      case "--seconds" -> seconds = (int) number(option, value);
      case "--report" -> folder = value;
      case "--soak" -> {
        setTime(duration(value));
        pairs = true;
      }
      case "--measure" -> measures = Measures.named(value);
      case "--load-time" -> loadTime = Optional.of(duration(value));
      case "--time" -> setTime(duration(value));
      case "--only" -> {
        faults = Arrays.stream(value.split(",", -1)).map(Faults::named).toList();
        only = true;
      }
      case "--store" -> {
        locks = List.of(value.split(",", -1));
        locks.forEach(LockMaker::of);
        stored = true;
      }
      case "--replay" -> {
        String[] words = value.trim().split(" +", -1);
        if (words.length != 3) {
          throw new IllegalArgumentException("--replay takes 'LOCK FAULT SEED'");
        }
        set("--store", words[0]);
        set("--only", words[1]);
        set("--seed", words[2]);
        episodes = 1;
      }
      case "--part" -> {
        String[] ends = value.split("/", -1);
        parts = (int) number(option, ends[ends.length - 1]);
        part = (int) number(option, ends[0]) - 1;
      }
      default -> throw new IllegalArgumentException(option + " is no option");
    }
  }

  private void setTime(Duration time) {
    this.time = time;
    timed = true;
  }

  private static long number(String option, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException malformed) {
      throw new IllegalArgumentException(option + " does not take '" + value + "'", malformed);
    }
  }

  private static Duration duration(String value) {
    try {
      return Duration.parse("PT" + value.toUpperCase(Locale.ROOT));
    } catch (java.time.format.DateTimeParseException malformed) {
      throw new IllegalArgumentException(
          "'" + value + "' is no duration: 90s, 20m, 24h", malformed);
    }
  }
}
