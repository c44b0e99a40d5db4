package dev.holdfast.internal.session;

import dev.holdfast.spi.StoreUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What to do about a URL that no store module understands which is present. */
public final class UnknownStore {
  private static final String REDIS =
      "dev.holdfast:holdfast-redis-lettuce or dev.holdfast:holdfast-redis-jedis";
  private static final String JDBC = "dev.holdfast:holdfast-jdbc, com.zaxxer:HikariCP and ";

  /** The schemes of this version, and the artifacts that each needs. */
  private static final Map<String, String> ARTIFACTS = new LinkedHashMap<>();

  static {
    for (String kind : List.of("", "+cluster", "+sentinel")) {
      ARTIFACTS.put("redis" + kind, REDIS);
      ARTIFACTS.put("rediss" + kind, REDIS);
    }
    ARTIFACTS.put("redlock", REDIS);
    ARTIFACTS.put("redlocks", REDIS);
    ARTIFACTS.put("jdbc:postgresql", JDBC + "org.postgresql:postgresql");
    ARTIFACTS.put("jdbc:mysql", JDBC + "com.mysql:mysql-connector-j");
    ARTIFACTS.put("jdbc:mariadb", JDBC + "org.mariadb.jdbc:mariadb-java-client");
    ARTIFACTS.put("sqlite", "dev.holdfast:holdfast-jdbc and org.xerial:sqlite-jdbc");
    ARTIFACTS.put("etcd", "dev.holdfast:holdfast-etcd");
    ARTIFACTS.put("etcds", "dev.holdfast:holdfast-etcd");
    ARTIFACTS.put("zookeeper", "dev.holdfast:holdfast-zookeeper");
    ARTIFACTS.put("memory", "dev.holdfast:holdfast-core");
  }

  /** What other programs call them. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("postgres", "jdbc:postgresql"),
          Map.entry("postgresql", "jdbc:postgresql"),
          Map.entry("pgsql", "jdbc:postgresql"),
          Map.entry("jdbc:postgres", "jdbc:postgresql"),
          Map.entry("jdbc:pgsql", "jdbc:postgresql"),
          Map.entry("mysql", "jdbc:mysql"),
          Map.entry("mariadb", "jdbc:mariadb"),
          Map.entry("jdbc:sqlite", "sqlite"),
          Map.entry("sqlite3", "sqlite"),
          Map.entry("valkey", "redis"),
          Map.entry("valkeys", "rediss"),
          Map.entry("sentinel", "redis+sentinel"),
          Map.entry("redis-sentinel", "redis+sentinel"),
          Map.entry("redis-cluster", "redis+cluster"),
          Map.entry("zk", "zookeeper"),
          Map.entry("http", "etcd"),
          Map.entry("https", "etcds"));

  /** Whose port it usually is, for a URL that is only a host and a port. */
  private static final Map<String, String> PORTS =
      Map.of(
          "6379", "redis",
          "26379", "redis+sentinel",
          "5432", "jdbc:postgresql",
          "3306", "jdbc:mysql",
          "2379", "etcd",
          "2181", "zookeeper");

  private static final int NEAR = 2;

  private UnknownStore() {}

  /**
   * The error that says it.
   *
   * @param isPresent whether a module that is present understands a URL
   */
  static IllegalArgumentException error(StoreUrl url, Predicate<StoreUrl> isPresent) {
    return new IllegalArgumentException(
        "no store module that is present understands '" + url + "'; " + advice(url, isPresent));
  }

  private static String advice(StoreUrl url, Predicate<StoreUrl> isPresent) {
    String artifact = ARTIFACTS.get(url.scheme());
    if (artifact != null) {
      Optional<String> client = url.parameter("client").filter(name -> artifact.equals(REDIS));
      return client.isEmpty()
          ? "add " + artifact
          : "its client should be lettuce, with dev.holdfast:holdfast-redis-lettuce, or jedis, with"
              + " dev.holdfast:holdfast-redis-jedis among the dependencies";
    }
    String ofPort = PORTS.get(url.rest());
    if (ofPort != null) {
      return meant(ofPort, "://" + url, url.rest(), isPresent);
    }
    String elsewhere = ELSEWHERE.get(url.scheme());
    String meant = elsewhere == null ? nearest(url.scheme()) : elsewhere;
    return meant == null
        ? "this version knows memory:, sqlite:, redis:, redis+cluster:, redis+sentinel:, redlock:,"
            + " jdbc:postgresql:, jdbc:mariadb:, jdbc:mysql:, zookeeper: and etcd:, each in its module"
        : meant(meant, url.toString().substring(url.scheme().length()), url.rest(), isPresent);
  }

  /** The URL that was meant, as far as it may be shown, and what that would need. */
  private static String meant(
      String scheme, String shown, String rest, Predicate<StoreUrl> isPresent) {
    StoreUrl corrected = StoreUrl.parse(scheme + ":" + rest);
    return "did you mean "
        + scheme
        + shown
        + "?"
        + (isPresent.test(corrected) ? "" : " For that, add " + ARTIFACTS.get(scheme));
  }

  /** The one with the fewest wrong letters, if there are few; else null. */
  private static @Nullable String nearest(String scheme) {
    String nearest = null;
    int fewest = Math.min(NEAR, scheme.length() / 2) + 1;
    for (String known : ARTIFACTS.keySet()) {
      int wrong = wrongLetters(scheme, known);
      if (wrong < fewest) {
        fewest = wrong;
        nearest = known;
      }
    }
    return nearest;
  }

  /** Levenshtein's distance: letters that are missing, too many, or others. */
  private static int wrongLetters(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
