package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.entrant.OwnNamesEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a lock costs on a store: a row of the table of {@link BenchmarkPage}.
 *
 * @param bar how charts call it; empty if they do not show it
 * @param over the row of the run that it is compared with
 * @param beside what that does
 */
record StoreCost(
    String store, String bar, String scenario, String row, @Nullable String over, String beside) {
  /** Of threads with a name for each; beside the server, and 0.5 ms away. */
  private static final String NEAR = "N1";

  private static final String FAR = "N3";

  /** A bare recipe that is faster than this many times ours is shown in bold. */
  private static final double WORTH_SAYING = 0.9;

  static final List<StoreCost> ALL =
      List.of(
          new StoreCost(
              "a lock that lingers", "", "P8", "holdfast-jedis", null, "no request at all"),
          new StoreCost(
              "SQLite",
              "SQLite",
              "P12",
              "holdfast-sqlite",
              "sqlite-bare",
              "two bare updates of a row"),
          redis("Redis, by URL", "Redis", NEAR, "holdfast-url-jedis", 1),
          redis("Redis, over your own Jedis client", "Redis, yours", NEAR, "holdfast-jedis", 1),
          redis("Redis 0.5 ms away, by URL", "Redis, far", FAR, "holdfast-url-jedis", 1),
          redis("the same, 8 threads", "", FAR, "holdfast-url-jedis", 8),
          redis("the same, 64 threads", "", FAR, "holdfast-url-jedis", 64),
          redis("over your own Jedis client, 8 threads", "", FAR, "holdfast-jedis", 8),
          redis("the same, 64 threads", "", FAR, "holdfast-jedis", 64),
          new StoreCost(
              "a quorum of five Redis servers",
              "quorum",
              "Q1",
              "holdfast-quorum",
              "quorum-bare",
              "the recipe with as many servers"),
          rows("PostgreSQL", "PG1"),
          rows("MariaDB", "MA1"),
          rows("MySQL", "MY1"),
          session("PostgreSQL", "PostgreSQL session", "PGS1", "`pg_advisory_lock`"),
          session("MariaDB", "MariaDB session", "MAS1", "`GET_LOCK`"),
          session("MySQL", "MySQL session", "MYS1", "`GET_LOCK`"),
          new StoreCost(
              "ZooKeeper, three servers",
              "ZooKeeper",
              "ZK1",
              "holdfast-zookeeper",
              "curator-mutex",
              "Curator's `InterProcessMutex`"),
          new StoreCost(
              "etcd, three servers",
              "etcd",
              "ET1",
              "holdfast-etcd",
              "jetcd-lock",
              "jetcd's `Lock`"));

  static final String HEADING =
      "| store | locks a second | beside | its locks a second | ratio"
          + " | client's processor time, ratio | scenario |\n|---|---|---|---|---|---|---|\n";

  private static StoreCost redis(
      String store, String bar, String scenario, String row, int threads) {
    return new StoreCost(
        store,
        bar,
        scenario,
        row + " " + threads,
        "jedis-bare " + threads,
        "`SET NX PX` and a script that deletes");
  }

  private static StoreCost rows(String store, String scenario) {
    return new StoreCost(
        store + ", rows",
        store,
        scenario,
        "holdfast-sql",
        "sql-bare",
        "two bare updates, each a transaction");
  }

  private static StoreCost session(String store, String bar, String scenario, String call) {
    return new StoreCost(
        store + ", session locks", bar, scenario, "holdfast-session", "session-bare", call);
  }

  /** With how many threads, where the scenario has several numbers. */
  Optional<Integer> threads() {
    return hasThreads()
        ? Optional.of(Integer.valueOf(row.substring(row.indexOf(' ') + 1)))
        : Optional.empty();
  }

  private boolean hasThreads() {
    return scenario.equals(NEAR) || scenario.equals(FAR);
  }

  double rate(RecordedRun run) {
    return run.median(scenario, row, Figure.RATE);
  }

  double ratio(RecordedRun run, Figure figure) {
    return over == null ? 1 : run.ratio(scenario, row, over, figure);
  }

  String line(RecordedRun run) {
    String rate = format("%,.0f", rate(run));
    if (over == null) {
      return format("| %s | %s | %s | – | – | – | %s |%n", store, rate, beside, scenario);
    }
    double ratio = ratio(run, Figure.RATE);
    return format(
        "| %s | %s | %s | %,.0f | %s | %s | %s |%n",
        store,
        rate,
        beside,
        run.median(scenario, over, Figure.RATE),
        format(ratio < WORTH_SAYING ? "**%.2f**" : "%.2f", ratio),
        hasThreads() ? format("%.2f", ratio(run, OwnNamesEntrant.CPU_PER_LOCK)) : "–",
        scenario);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
