package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.job.IdleJob;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.RedisLibrary;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.Consensus;
import dev.holdfast.benchmarks.server.SqlServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All scenarios, in the order in which they run. */
public final class Scenarios {
  private static final List<String> LIBRARIES =
      List.of(
          "redisson",
          "redisson-fair",
          "redisson-spin",
          "redisson-fenced",
          "spring-pubsub",
          "spring-spin");

  private static final String OLDER = OlderLibrary.row("holdfast-jedis");

  /** As long as a lease is by default: no shorter one is possible. */
  private static final Duration REJOIN = Duration.ofSeconds(30);

  private static final List<Scenario> ALL =
      List.of(
          new Contest(
              "P1",
              "1 thread, its own name, over Jedis",
              "jedis-bare",
              1,
              1,
              1,
              with("jedis-bare", "jedis-token", "holdfast-jedis")),
          new Contest(
              "P1L",
              "1 thread, its own name, over Lettuce",
              "lettuce-bare",
              1,
              1,
              1,
              List.of("lettuce-bare", "holdfast-lettuce")),
          new Contest(
              "P2",
              "16 threads, a name for each, 1 process",
              "jedis-bare",
              1,
              16,
              16,
              with(
                  "jedis-bare",
                  "jedis-token",
                  "lettuce-bare",
                  "holdfast-jedis",
                  "holdfast-lettuce")),
          new Contest(
              "P3",
              "16 threads, one name, 1 process",
              "reentrant-fair",
              1,
              16,
              1,
              with(
                  "reentrant-fair",
                  "reentrant-unfair",
                  "holdfast-jedis",
                  "holdfast-lettuce",
                  OLDER)),
          new Contest(
              "P4",
              "4 processes of 4 threads, one name",
              "jedis-spin",
              4,
              4,
              1,
              with("jedis-spin", "holdfast-jedis", "holdfast-lettuce", OLDER)),
          new Contest(
              "P5",
              "2 processes of 1 thread, one name, in turn",
              "wake",
              2,
              1,
              1,
              with("wake", "holdfast-jedis", "holdfast-lettuce", OLDER)),
          new WaitingClients(),
          new HeldLeases("P7", 10_000),
          new Lingering("P8"),
          new ManyNames(),
          new Programs("P10"),
          new VirtualThreads("P11", 1_000),
          new SqliteLocks("P12"),
          new ProgramCrowd("P13"),
          new ProcessCrowd("P14"),
          new Readers("R1", 16),
          new WriterAmongReaders(),
          new Semaphores(
              "S1",
              "16 threads, one semaphore of 4 permits, 1 process",
              "semaphore-fair",
              1,
              16,
              permits("semaphore-fair")),
          new Semaphores(
              "S2",
              "4 processes of 4 threads, one semaphore of 4 permits",
              "jedis-permits",
              4,
              4,
              permits()),
          alone("PG1", SqlServer.Kind.POSTGRESQL),
          contended("PG2", SqlServer.Kind.POSTGRESQL),
          new StoreWaiters("PG3", SqlServer.Kind.POSTGRESQL, "holdfast-sql", false),
          sessionAlone("PGS1", SqlServer.Kind.POSTGRESQL),
          sessionContended("PGS2", SqlServer.Kind.POSTGRESQL),
          new StoreWaiters("PGS3", SqlServer.Kind.POSTGRESQL, "holdfast-session", false),
          alone("MA1", SqlServer.Kind.MARIADB),
          contended("MA2", SqlServer.Kind.MARIADB),
          new StoreWaiters("MA3", SqlServer.Kind.MARIADB, "holdfast-sql", false),
          sessionAlone("MAS1", SqlServer.Kind.MARIADB),
          sessionContended("MAS2", SqlServer.Kind.MARIADB),
          new StoreWaiters("MAS3", SqlServer.Kind.MARIADB, "holdfast-session", false),
          alone("MY1", SqlServer.Kind.MYSQL),
          contended("MY2", SqlServer.Kind.MYSQL),
          new StoreWaiters("MY3", SqlServer.Kind.MYSQL, "holdfast-sql", false),
          sessionAlone("MYS1", SqlServer.Kind.MYSQL),
          sessionContended("MYS2", SqlServer.Kind.MYSQL),
          new StoreWaiters("MYS3", SqlServer.Kind.MYSQL, "holdfast-session", false),
          consensusAlone("ZK1", Consensus.ZOOKEEPER),
          consensusShared("ZK2", Consensus.ZOOKEEPER),
          consensusInTurn("ZK3", Consensus.ZOOKEEPER),
          new StoreWaiters("ZK4", Consensus.ZOOKEEPER, Consensus.ZOOKEEPER.contender(), true),
          consensusAlone("ET1", Consensus.ETCD),
          consensusShared("ET2", Consensus.ETCD),
          consensusInTurn("ET3", Consensus.ETCD),
          new StoreWaiters("ET4", Consensus.ETCD, Consensus.ETCD.contender(), true),
          new QuorumLocks(
              "Q1",
              "a quorum of five servers, all there or one hung: 1 thread, its own name",
              1,
              REJOIN,
              List.of(
                  QuorumLocks.ONE_SERVER,
                  QuorumLocks.BARE,
                  QuorumLocks.QUORUM,
                  QuorumLocks.ONE_HANGS,
                  QuorumLocks.QUORUM_LETTUCE)),
          new QuorumLocks(
              "Q2",
              "a quorum of five servers: 16 threads, a name for each, 1 process",
              16,
              REJOIN,
              List.of(
                  QuorumLocks.REDLOCK,
                  QuorumLocks.BARE,
                  QuorumLocks.QUORUM,
                  QuorumLocks.QUORUM_LETTUCE)),
          new ClusterLocks("CL1", "a cluster of three masters: 16 threads, a name for each", 16),
          new ClusterLocks("CL2", "a cluster of three masters: 1 thread, its own name", 1),
          network("N1", 0, RedisLibrary.JEDIS),
          network("N1L", 0, RedisLibrary.LETTUCE),
          otherNetwork("N2", 250, RedisLibrary.JEDIS),
          otherNetwork("N2L", 250, RedisLibrary.LETTUCE),
          network("N3", 500, RedisLibrary.JEDIS),
          network("N3L", 500, RedisLibrary.LETTUCE),
          otherNetwork("N4", 1_000, RedisLibrary.JEDIS),
          otherNetwork("N4L", 1_000, RedisLibrary.LETTUCE),
          busyNetwork("N5", 0, RedisLibrary.JEDIS),
          busyNetwork("N5L", 0, RedisLibrary.LETTUCE),
          busyNetwork("N6", 500, RedisLibrary.JEDIS),
          busyNetwork("N6L", 500, RedisLibrary.LETTUCE),
          new FirstLocks("N7", RedisLibrary.JEDIS, 1_000),
          new FirstLocks("N7L", RedisLibrary.LETTUCE, 1_000),
          idle("I1", IdleJob.Task.NOTHING, 1),
          idle("I2", IdleJob.Task.HOLD, 10_000),
          idle("I3", IdleJob.Task.WAIT, 1_000),
          new IdleClients("I4", IdleJob.Task.WAIT, 200, List.of("holdfast-sqlite")));

  private Scenarios() {}

  private static Scenario alone(String id, SqlServer.Kind kind) {
    return sql(
        id,
        kind,
        ", 1 thread, its own name",
        1,
        "sql-bare",
        "holdfast-sql",
        "holdfast-url-sql",
        "spring-sql");
  }

  private static Scenario contended(String id, SqlServer.Kind kind) {
    return sql(id, kind, ", 4 processes of 4 threads, one name", 4, "spring-sql", "holdfast-sql");
  }

  private static Scenario sessionAlone(String id, SqlServer.Kind kind) {
    String what = "'s own locks, 1 thread, its own name";
    return sql(
        id, kind, what, 1, "session-bare", "holdfast-session", "holdfast-url-session", "row-bare");
  }

  private static Scenario sessionContended(String id, SqlServer.Kind kind) {
    String what = "'s own locks, 4 processes of 4 threads, one name";
    return sql(id, kind, what, 4, "spring-sql", "holdfast-session", "session-bare", "row-bare");
  }

  private static Scenario sql(
      String id, SqlServer.Kind kind, String what, int each, String... rows) {
    return new StoreLocks(id, kind, kind.title() + what, each, each, 1, List.of(rows));
  }

  private static Scenario consensus(
      String id, Consensus kind, String what, int processes, int threads) {
    return new StoreLocks(
        id,
        kind,
        kind.title() + ", " + what,
        processes,
        threads,
        1,
        List.of(kind.peer(), kind.contender()));
  }

  private static Scenario consensusAlone(String id, Consensus kind) {
    return consensus(id, kind, "1 thread, its own name", 1, 1);
  }

  private static Scenario consensusShared(String id, Consensus kind) {
    return consensus(id, kind, "16 threads, one name, 1 process", 1, 16);
  }

  private static Scenario consensusInTurn(String id, Consensus kind) {
    return consensus(id, kind, "2 processes of 1 thread, one name", 2, 1);
  }

  private static Scenario network(String id, int micros, RedisLibrary library) {
    return new NetworkLocks(id, micros, 0, library, library.withOlder(), List.of(1, 4, 8, 16, 64));
  }

  /** What no bar judges, and tells how figures grow with the way: fewer rows do for that. */
  private static Scenario otherNetwork(String id, int micros, RedisLibrary library) {
    return new NetworkLocks(id, micros, 0, library, library.contenders(), List.of(1, 8, 64));
  }

  private static Scenario busyNetwork(String id, int micros, RedisLibrary library) {
    return new NetworkLocks(id, micros, 2, library, library.withOlder(), List.of(1, 8));
  }

  private static Scenario idle(String id, IdleJob.Task task, int count) {
    List<String> byUrl = List.of(RedisLibrary.JEDIS.byUrl(), RedisLibrary.LETTUCE.byUrl());
    return new IdleClients(
        id,
        task,
        count,
        task == IdleJob.Task.NOTHING
            ? Stream.concat(byUrl.stream(), IdleClients.BARE.stream()).toList()
            : byUrl);
  }

  private static List<String> permits(String... others) {
    return Stream.concat(
            Stream.of(others), Stream.of("jedis-permits", "holdfast-permits", "redisson-permits"))
        .toList();
  }

  private static List<String> with(String... others) {
    return Stream.concat(List.of(others).stream(), LIBRARIES.stream()).toList();
  }

  /** The ids of all contenders that are compared with one another. */
  public static List<String> contenders() {
    return ALL.stream()
        .filter(Contest.class::isInstance)
        .flatMap(contest -> contest.rows().stream())
        .distinct()
        .toList();
  }

  public static List<Scenario> all() {
    return ALL;
  }
}
