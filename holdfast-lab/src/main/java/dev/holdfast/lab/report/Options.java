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
import dev.holdfast.spi.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the program {@code lab} is asked for. */
final class Options {
  private static final Duration FULL = Duration.ofMinutes(58);
  private static final Duration LOAD = Duration.ofMinutes(10);
  private static final Duration BRIEF_LOAD = Duration.ofSeconds(15);
  private static final List<String> ON_REDIS_AND_FILES =
      // Files first: few faults can be done to them, and those are the first.
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

  @Option(names = "--full", description = "an hour of it, pairs of faults too")
  private boolean full;

  @Option(
      names = "--soak",
      paramLabel = "D",
      description = "as long as this, pairs of faults too: 90s, 20m, 24h")
  private @Nullable Duration soak;

  @Option(
      names = "--time",
      description = "as long as this (5m; for each lock of --pause-replay: 2m)")
  private @Nullable Duration limit;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FAULT",
      description = "these faults; A+B happen at once")
  private List<Fault> chosen = List.of();

  @Option(names = "--store", split = ",", paramLabel = "LOCK", description = "these locks")
  private List<String> named = List.of();

  @Option(names = "--databases", description = "those on PostgreSQL, MariaDB and MySQL")
  private boolean databases;

  @Option(names = "--zookeeper", description = "those on a ZooKeeper ensemble of three")
  private boolean zooKeeper;

  @Option(names = "--etcd", description = "those on an etcd cluster of three")
  private boolean etcd;

  @Option(names = "--quorum", description = "those on a quorum of five Redis servers")
  private boolean quorum;

  @Option(names = "--sentinel", description = "those on a master, a replica and Sentinels")
  private boolean sentinel;

  @Option(names = "--cluster", description = "those on a Redis cluster of three masters")
  private boolean cluster;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "1; with --only and no time: one episode of each fault")
  private @Nullable Long firstSeed;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      description = "ends after this number of episodes")
  int episodes = Integer.MAX_VALUE;

  @Option(
      names = "--replay",
      paramLabel = "EPISODE",
      description = "'LOCK FAULT SEED', as a report names it")
  private @Nullable String replay;

  @Option(names = "--controls", description = "flawed locks, which the checks must convict")
  boolean controls;

  @Option(names = "--bugs", description = "bugs in real clients, all of which must be found")
  boolean bugs;

  @Option(names = "--bug", split = ",", paramLabel = "NAME", description = "only these bugs")
  List<String> bugNames = List.of();

  @Option(
      names = "--measure",
      paramLabel = "WHAT",
      description = "figures with targets: WHAT,… of --list, or all")
  private @Nullable String measured;

  @Option(names = "--brief", description = "a short selection of them")
  boolean brief;

  @Option(
      names = "--load-time",
      paramLabel = "D",
      description = "of --measure load (10m, with --brief 15s)")
  private @Nullable Duration loadTime;

  @Option(names = "--peers", description = "other libraries, two --episodes of each fault")
  boolean peers;

  @Option(names = "--pause-replay", description = "updates lost when holders are stopped")
  boolean pauseReplay;

  @Option(names = "--root", description = "as root, on Linux: faults of the network by the kernel")
  boolean root;

  @Option(
      names = "--part",
      paramLabel = "I/N",
      description = "every Nth episode only, beginning with the Ith")
  private String share = "1/1";

  @Option(names = "--report", paramLabel = "FOLDER", description = "where the report goes")
  String folder = "";

  @Option(names = "--list", description = "shows faults, measurements and locks")
  boolean list;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  Duration time = Duration.ofMinutes(5);
  Duration perLock = Duration.ofMinutes(2);
  boolean pairs;
  boolean only;
  boolean stored;
  long seed = 1;
  Duration load = Duration.ZERO;
  List<Measures> measures = List.of();
  int part;
  int parts = 1;
  List<Fault> faults = Faults.all();
  List<String> locks = ON_REDIS_AND_FILES;

  /** How words become values. */
  static void register(CommandLine line) {
    line.registerConverter(Duration.class, converter(Options::duration));
    line.registerConverter(Fault.class, converter(Faults::named));
  }

  private static <T> ITypeConverter<T> converter(Function<String, T> reading) {
    return word -> {
      try {
        return reading.apply(word);
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException(wrong.getMessage());
      }
    };
  }

  private static Duration duration(String value) {
    Duration duration;
    try {
      duration = DurationText.parse(value.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "'" + value + "' is no duration: 90s, 20m, 24h", malformed);
    }
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException("'" + value + "' leaves no time: 90s, 20m, 24h");
    }
    return duration;
  }

  /**
   * Works out what the words mean together.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  void settle() {
    bugNames.forEach(Bug::named);
    measures = measured == null ? List.of() : Measures.named(measured);
    load = loadTime != null ? loadTime : brief ? BRIEF_LOAD : LOAD;
    if (replay != null) {
      replay(replay);
    }
    seed = firstSeed == null ? seed : firstSeed;
    only = !chosen.isEmpty();
    faults = only ? chosen : root ? WireFaults.all() : faults;
    stored = !named.isEmpty() || Stream.of(groups()).anyMatch(Group::isChosen);
    named.forEach(LockMaker::of);
    if (stored) {
      locks =
          named.isEmpty()
              ? Stream.of(groups())
                  .filter(Group::isChosen)
                  .flatMap(group -> group.locks().stream())
                  .toList()
              : named;
    }
    Duration asked = full ? FULL : soak == null ? limit : soak;
    pairs = full || soak != null;
    time = asked == null ? time : asked;
    perLock = asked == null ? perLock : asked;
    if (!share.matches("[1-9][0-9]*/[1-9][0-9]*")) {
      throw new IllegalArgumentException("--part takes I/N, as 1/2");
    }
    part = Integer.parseInt(share.replaceFirst("/.*", "")) - 1;
    parts = Integer.parseInt(share.replaceFirst(".*/", ""));
    checkNetwork();
    boolean counted = episodes != Integer.MAX_VALUE || peers;
    if (firstSeed != null && only && asked == null && !counted) {
      episodes = combinations();
    }
  }

  private void replay(String episode) {
    List<String> words = List.of(episode.trim().split(" +", -1));
    if (words.size() != 3) {
      throw new IllegalArgumentException("--replay takes 'LOCK FAULT SEED'");
    }
    named = List.of(words.get(0));
    chosen = List.of(Faults.named(words.get(1)));
    firstSeed = Long.parseLong(words.get(2));
    episodes = 1;
  }

  private record Group(boolean isChosen, List<String> locks) {}

  private Group[] groups() {
    return new Group[] {
      new Group(
          databases,
          on(
              "rw- given- permits- all- election- session-",
              Arrays.stream(Database.values()).map(Database::word).toList())),
      new Group(zooKeeper, on("rw- permits- all- election-", List.of(Service.ZOOKEEPER.word()))),
      new Group(etcd, on("rw- permits- all- election-", List.of(Service.ETCD.word()))),
      new Group(quorum, Topology.QUORUM.locks()),
      new Group(sentinel, Topology.SENTINEL.locks()),
      new Group(cluster, Topology.CLUSTER.locks())
    };
  }

  private static List<String> on(String kinds, List<String> stores) {
    return Stream.of((" " + kinds).split(" ", -1))
        .flatMap(kind -> stores.stream().map(store -> "holdfast-" + kind + store))
        .toList();
  }

  /** Which faults go with the network that there is. */
  private void checkNetwork() {
    boolean others = controls || bugs || peers || pauseReplay || !measures.isEmpty();
    if (root && others) {
      throw new IllegalArgumentException("--root plays episodes, and nothing else");
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
}
