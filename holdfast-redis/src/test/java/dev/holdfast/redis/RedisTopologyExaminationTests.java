package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What is found of clusters, of masters behind Sentinels, and of quorums, some of which are bad on
 * purpose; through the one adapter that is there.
 */
public abstract class RedisTopologyExaminationTests {
  private static Diagnosis diagnose(String url, long leaseSeconds) {
    return Diagnosis.of(StoreUrl.parse(url), Duration.ofSeconds(leaseSeconds));
  }

  private static Finding of(Diagnosis diagnosis, String subject) {
    return diagnosis.findings().stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError(subject + " in " + diagnosis));
  }

  private static Finding is(Level level, String seen, Finding finding) {
    assertEquals(level, finding.level(), finding.toString());
    assertTrue(finding.seen().contains(seen), finding.toString());
    return finding;
  }

  private static void limits(Diagnosis diagnosis, String when) {
    String verdict = diagnosis.verdict(Guarantee.C2);
    assertTrue(verdict.contains(when), verdict);
  }

  private static void set(RedisServer server, String name, String value) {
    assertEquals("OK", server.ask("CONFIG", "SET", name, value));
  }

  private static String address(RedisServer server) {
    return "127.0.0.1:" + server.port();
  }

  @Test
  void aClusterIsLookedAtAsAWhole() {
    RedisCluster cluster = RedisCluster.shared();
    Diagnosis found = diagnose(cluster.url(), 60);
    is(Level.OK, "3 masters, 0 replicas, state ok", of(found, "cluster"));
    is(Level.WARNING, "none", of(found, "replicas"));
    is(Level.OK, "cluster-node-timeout 15000", of(found, "failover"));
    for (String fine : List.of("version", "clock", "rights", "a lock", "pushes", "keys")) {
      assertEquals(Level.OK, of(found, fine).level(), found.toString());
    }
    cluster
        .servers()
        .forEach(node -> assertFalse(node.ask("KEYS", "*").toString().contains("doctor")));
    is(Level.WARNING, "about 16 s", of(diagnose(cluster.url(), 20), "failover"));
  }

  @Test
  void oneShardThatEvictsIsFound() {
    RedisCluster cluster = RedisCluster.shared();
    RedisServer bad = cluster.servers().get(1);
    set(bad, "maxmemory", "100mb");
    set(bad, "maxmemory-policy", "volatile-ttl");
    try {
      Diagnosis found = diagnose(cluster.url(), 60);
      is(Level.PROBLEM, address(bad) + ": maxmemory-policy volatile-ttl", of(found, "eviction"));
      limits(found, "memory is full, so that keys are evicted (" + address(bad) + ")");
    } finally {
      set(bad, "maxmemory-policy", "noeviction");
      set(bad, "maxmemory", "0");
    }
  }

  @Test
  void oneShardThatWantsFullCoverageAndReplicasIsFound() {
    RedisCluster cluster = RedisCluster.shared();
    RedisServer bad = cluster.servers().get(2);
    set(bad, "cluster-require-full-coverage", "yes");
    set(bad, "min-replicas-to-write", "1");
    try {
      Diagnosis found = diagnose(cluster.url(), 60);
      is(Level.WARNING, address(bad), of(found, "coverage"));
      is(Level.PROBLEM, address(bad) + ": min-replicas-to-write 1", of(found, "cut off"));
      is(Level.PROBLEM, address(bad) + ": refused: NOREPLICAS", of(found, "a lock"));
    } finally {
      set(bad, "min-replicas-to-write", "0");
      set(bad, "cluster-require-full-coverage", "no");
    }
  }

  @Test
  void aClusterWithHolesAndAUserWithFewRights() {
    try (RedisServer lone = RedisServer.started("--cluster-enabled", "yes")) {
      List<Object> slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      for (int slot = 0; slot < 8192; slot++) {
        slots.add(slot);
      }
      lone.ask(slots.toArray());
      String url = "redis+cluster://" + address(lone);
      Diagnosis found = diagnose(url, 30);
      is(Level.PROBLEM, "8192 of 16384 slots belong to no server", of(found, "cluster"));
      is(Level.WARNING, "one alone", of(found, "masters"));
      List<Object> user = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "on", ">secret"));
      user.addAll(List.of(RedisExceptions.RIGHTS.split(" ")));
      user.addAll(List.of("+cluster|slots", "+asking"));
      assertEquals("OK", lone.ask(user.toArray()));
      found = diagnose("redis+cluster://locks:secret@" + address(lone), 30);
      is(Level.NOTE, "cannot be seen", of(found, "masters"));
      is(Level.NOTE, "cannot be seen", of(found, "replicas"));
      is(Level.NOTE, "cannot be seen", of(found, "persistence"));
    }
  }

  @Test
  void aDeploymentWithSentinelsIsLookedAtAsAWhole() throws IOException {
    RedisSentinels sentinels = RedisSentinels.shared();
    Diagnosis found = diagnose(sentinels.url(), 60);
    is(Level.OK, "3 Sentinels, of which 2 must find", of(found, "sentinels"));
    is(Level.OK, "down-after-milliseconds 30000", of(found, "failover"));
    is(Level.NOTE, address(sentinels.master()), of(found, "role"));
    is(Level.OK, "one follows", of(found, "replicas"));
    is(Level.NOTE, "min-replicas-to-write 0", of(found, "cut off"));
    is(Level.OK, "noeviction", of(found, "eviction"));
    is(Level.OK, "taken and released", of(found, "a lock"));
    limits(found, "a replica is promoted that has missed the last grants");
    is(Level.WARNING, "about 31 s", of(diagnose(sentinels.url(), 30), "failover"));
  }

  @Test
  void aReplicaThatWouldEvictIsFoundBeforeItIsPromoted() throws IOException {
    RedisSentinels sentinels = RedisSentinels.shared();
    RedisServer replica = sentinels.replica();
    set(replica, "maxmemory", "100mb");
    set(replica, "maxmemory-policy", "allkeys-lru");
    try {
      Finding found = of(diagnose(sentinels.url(), 60), "eviction");
      is(Level.PROBLEM, address(replica) + ": maxmemory-policy allkeys-lru", found);
    } finally {
      set(replica, "maxmemory-policy", "noeviction");
      set(replica, "maxmemory", "0");
    }
  }

  @Test
  void aSentinelThatIsAloneAndAMasterThatIsAlone() {
    try (RedisSentinels lonely = RedisSentinels.startedLonely()) {
      Diagnosis found = diagnose(lonely.url(), 60);
      is(Level.PROBLEM, "1 Sentinel, of which 2 must find", of(found, "sentinels"));
      is(Level.WARNING, "none", of(found, "replicas"));
      found = diagnose(lonely.url().replace("/main", ",127.0.0.1:1/main"), 60);
      is(Level.WARNING, "127.0.0.1:1 does not answer", of(found, "silent"));
    }
  }

  @Test
  void aQuorumIsLookedAtAsAWhole() {
    try (RedlockServers servers = RedlockServers.start(3)) {
      String url = servers.url();
      Diagnosis found = diagnose(url, 30);
      is(Level.OK, "3 members, an odd number, of which 2", of(found, "quorum"));
      is(Level.OK, "ms apart", of(found, "clocks"));
      is(Level.WARNING, "all members are on one (this machine)", of(found, "machines"));
      is(Level.WARNING, "started ", of(found, "uptime"));
      is(Level.NOTE, "started lately", of(found, "a lock"));
      // It forgets all in a restart, and that does not matter.
      assertEquals(Level.NOTE, of(found, "persistence").level(), found.toString());

      set(servers.get(1), "maxmemory", "100mb");
      set(servers.get(1), "maxmemory-policy", "allkeys-random");
      String twice = url.replace(address(servers.get(2)), "localhost:" + servers.get(0).port());
      found = diagnose(twice + "?rejoin=1ms", 30);
      is(Level.PROBLEM, "one and the same server", of(found, "members"));
      Finding eviction = is(Level.PROBLEM, "allkeys-random", of(found, "eviction"));
      assertTrue(eviction.seen().startsWith(address(servers.get(1))), eviction.toString());
      limits(found, "memory is full, so that keys are evicted (" + address(servers.get(1)) + ")");

      servers.get(1).close();
      servers.get(2).close();
      found = diagnose(url, 30);
      is(Level.PROBLEM, "only 1 answer", of(found, "quorum"));
      is(Level.WARNING, address(servers.get(1)), of(found, "reach"));
    }
  }

  @Test
  void aMemberThatForgetsBehindItsAddressIsFound() throws Exception {
    try (RedlockServers servers = RedlockServers.start(3);
        RedisServer replica =
            RedisServer.started("--replicaof", "127.0.0.1", "" + servers.get(0).port())) {
      org.awaitility.Awaitility.await()
          .until(() -> replica.ask("INFO", "replication").toString().contains("status:up"));
      Diagnosis found = diagnose(servers.url(), 30);
      is(Level.NOTE, address(servers.get(0)) + ": a primary with 1 replica", of(found, "role"));
      limits(found, "a replica is promoted");
    }
  }
}
