package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Holdfast;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.etcd.EtcdStore;
import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.redis.lettuce.LettuceStore;
import dev.holdfast.silent.SilentPeer;
import dev.holdfast.silent.Takes;
import dev.holdfast.spi.LockStore;
import dev.holdfast.zookeeper.ZooKeeperStore;
import io.etcd.jetcd.Client;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that takes connections and never answers, or does not even take them, keeps no client
 * for longer than the client has said: through every store, by URL and with clients of the user's.
 * (Data sources: {@code SilentDatabaseTest}.)
 */
@Tag("rest")
final class SilentStoreTest {
  private static final String BOUND = "1500ms";

  /** For threads that have to find a processor; without the bound it is ten seconds and more. */
  private static final Duration SLACK = Duration.ofSeconds(6);

  /** Less than the usual connect timeout. */
  private static final Duration BELOW_USUAL = Duration.ofSeconds(9);

  private static final List<String> STORES =
      List.of(
          "jdbc:postgresql://127.0.0.1:PORT/db",
          "jdbc:mariadb://127.0.0.1:PORT/db",
          "jdbc:mysql://127.0.0.1:PORT/db",
          "zookeeper://127.0.0.1:PORT",
          "etcd://127.0.0.1:PORT",
          "redis://127.0.0.1:PORT",
          "redis+sentinel://127.0.0.1:PORT/master",
          "redis+cluster://127.0.0.1:PORT",
          "redlock://127.0.0.1:PORT,127.0.0.2:PORT,127.0.0.3:PORT");

  /** One of each kind. */
  private static final List<String> PROGRAMS =
      STORES.stream().filter(url -> url.matches("(jdbc:p|jdbc:ma|z|e|redis:).*")).toList();

  @TempDir Path folder;

  @Test
  void connectingByUrl() throws Exception {
    try (SilentPeer accepting = SilentPeer.accepting();
        SilentPeer full = SilentPeer.full()) {
      Takes takes = new Takes();
      for (SilentPeer peer : List.of(accepting, full)) {
        for (String store : STORES) {
          String url = store.replace("PORT", peer.port() + "") + "?connectTimeout=" + BOUND;
          takes.and(url, String.valueOf(peer.port()), () -> Holdfast.connect(url));
          if (store.startsWith("red")) {
            String lettuce = url + "&client=lettuce";
            takes.and(lettuce, String.valueOf(peer.port()), () -> Holdfast.connect(lettuce));
          }
        }
      }
      takes.failWithin(Duration.ofMillis(1_500).plus(SLACK));
    }
  }

  @Test
  void connectingThroughAClientOfTheUsers() throws Exception {
    try (SilentPeer peer = SilentPeer.accepting();
        CuratorFramework curator =
            CuratorFrameworkFactory.newClient(
                "127.0.0.1:" + peer.port(), 2_000, 2_000, new RetryForever(1_000));
        Client etcd = Client.builder().endpoints("http://127.0.0.1:" + peer.port()).build();
        redis.clients.jedis.RedisClient jedis =
            redis.clients.jedis.RedisClient.create("redis://127.0.0.1:" + peer.port())) {
      RedisClient lettuce = RedisClient.create("redis://127.0.0.1:" + peer.port());
      RedisClusterClient cluster = RedisClusterClient.create("redis://127.0.0.1:" + peer.port());
      curator.start();
      Map<String, LockStore> stores = new LinkedHashMap<>();
      stores.put("ZooKeeper", ZooKeeperStore.of(curator));
      stores.put("etcd", EtcdStore.of(etcd));
      stores.put("Redis (through a given Jedis client)", JedisStore.of(jedis));
      stores.put("Redis (through a given Lettuce client)", LettuceStore.of(lettuce));
      stores.put("Redis Cluster", LettuceStore.of(cluster));
      Takes takes = new Takes();
      stores.forEach(
          (kind, store) ->
              takes.and(
                  kind,
                  kind,
                  () -> Holdfast.builder(store).connectTimeout(Duration.ofMillis(1_500)).build()));
      try {
        takes.failWithin(Duration.ofMillis(1_500).plus(SLACK));
      } finally {
        lettuce.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        cluster.shutdown(Duration.ZERO, Duration.ofSeconds(1));
      }
    }
  }

  @Test
  void waitCoversConnecting() throws Exception {
    runsEnd("--wait=2s", Duration.ofSeconds(2));
  }

  @Test
  void noWaitEndsWithARequest() throws Exception {
    runsEnd("--no-wait", Duration.ofSeconds(5));
  }

  private void runsEnd(String option, Duration time) throws Exception {
    try (SilentPeer accepting = SilentPeer.accepting();
        SilentPeer full = SilentPeer.full()) {
      Takes here = new Takes();
      for (SilentPeer peer : List.of(accepting, full)) {
        for (String store : PROGRAMS) {
          String url = store.replace("PORT", peer.port() + "");
          here.and(
              peer + " " + url,
              "127.0.0.1:" + peer.port(),
              () -> fails("run", option, "--store", url, "x", "--", "true"));
        }
      }
      here.failWithin(BELOW_USUAL);
      Takes processes = new Takes();
      for (String store : List.of(PROGRAMS.get(0), "zookeeper://127.0.0.1:PORT")) {
        String url = store.replace("PORT", accepting.port() + "");
        processes.and(
            url,
            "127.0.0.1:" + accepting.port(),
            () -> {
              try (Holder run =
                  Holder.start(folder, "run", option, "--store", url, "x", "--", "true")) {
                throw new IllegalStateException(run.code() + " " + run.err());
              }
            });
      }
      // JVMs on a machine of perhaps two processors.
      processes.failWithin(time.plus(SLACK).plus(SLACK));
    }
  }

  @Test
  void listAndDoctorEndWithConnecting() throws Exception {
    try (SilentPeer accepting = SilentPeer.accepting();
        SilentPeer full = SilentPeer.full()) {
      Takes takes = new Takes();
      for (SilentPeer peer : List.of(accepting, full)) {
        for (String store : PROGRAMS) {
          String url = store.replace("PORT", peer.port() + "") + "?connectTimeout=" + BOUND;
          String says = "127.0.0.1:" + peer.port();
          takes.and("list " + url, says, () -> fails("list", "--store", url));
          takes.and("doctor " + url, says, () -> fails("doctor", "--timeout=60s", url));
        }
      }
      takes.failWithin(Duration.ofMillis(1_500).plus(SLACK));
    }
  }

  /** The program in this process, which should find that there is no store. */
  private static Object fails(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8),
            new boolean[] {false, false, false},
            false);
    int code = Main.execute(terminal, arguments);
    if (code != ExitCodes.STORE) {
      return code + " " + err.toString(UTF_8);
    }
    throw new IllegalStateException(err.toString(UTF_8));
  }
}
