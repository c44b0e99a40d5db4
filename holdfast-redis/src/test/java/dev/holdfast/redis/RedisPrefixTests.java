package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StaleTokenException;
import dev.holdfast.StoreException;
import dev.holdfast.redis.RedisFenceTests.Face;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user who has rights on keys and channels of one prefix alone, which the URL says. */
public abstract class RedisPrefixTests extends AdapterTests {
  private static final String RIGHTS =
      RedisExceptions.RIGHTS.replace("~hf1:*", "~tenant42:*").replace("&hf1:*", "&tenant42:*");

  private static RedisServer server;

  /** The guard of this adapter, on this server. */
  protected abstract Face guard(String url);

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void forget() {
    server.ask("FLUSHALL");
    server.ask("ACL", "LOG", "RESET");
  }

  private static String tenant(String rights) {
    return tenant(server, rights);
  }

  private static String tenant(RedisServer server, String rights) {
    List<Object> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on"));
    words.add(">secret");
    words.addAll(List.of(rights.split(" ")));
    server.ask(words.toArray());
    return "redis://locks:secret@127.0.0.1:" + server.port();
  }

  private static void allKeysBeginWith(String prefix, RedisServer... servers) {
    for (RedisServer each : servers) {
      for (Object key : (List<?>) each.ask("KEYS", "*")) {
        assertTrue(key.toString().startsWith(prefix), key.toString());
      }
    }
  }

  @Test
  void theRightsOfATenantSufficeForEveryKindOfLock() throws Exception {
    try (LockStore store = store(tenant(RIGHTS) + "?prefix=tenant42:")) {
      RedisAclTests.everything(store);
    }
    assertTrue((Long) server.ask("DBSIZE") > 0);
    allKeysBeginWith("tenant42:hf1:", server);
    for (Object entry : (List<?>) server.ask("ACL", "LOG")) {
      String said = entry.toString();
      assertTrue(said.contains("object, client") || said.contains("object, info,"), said);
    }
  }

  @Test
  void pushesArriveOnChannelsBehindThePrefix() throws Exception {
    try (LockStore store = store(tenant(RIGHTS) + "?prefix=tenant42:");
        Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      Awaitility.await()
          .until(() -> ((List<?>) server.ask("PUBSUB", "CHANNELS", "tenant42:hf1:*")).size() == 2);
      Lease held = a.mutex("n").acquire();
      CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
      Awaitility.await().until(() -> a.inspect("n").waiters().size() == 1);
      server.ask("CONFIG", "RESETSTAT");
      held.close();
      waiting.get(10, TimeUnit.SECONDS).close();
      assertTrue(server.calls("publish") > 0, "it was told");
    }
  }

  @Test
  void withoutThePrefixNothingIsAllowedAndTheRightsAreNamedWithIt() {
    try (LockStore store = store(tenant(RIGHTS))) {
      StoreException refused = assertThrows(StoreException.class, () -> Holdfast.over(store));
      assertFalse(refused.isTransient(), refused.getMessage());
      assertTrue(refused.getMessage().contains(" ~hf1:* "), refused.getMessage());
    }
    try (LockStore store = store(tenant(RedisExceptions.RIGHTS) + "?prefix=tenant42:")) {
      StoreException refused = assertThrows(StoreException.class, () -> Holdfast.over(store));
      String said = refused.getMessage();
      assertTrue(said.contains(" ~tenant42:hf1:* resetchannels &tenant42:hf1:* "), said);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenant42:", "hf1:", "hf1:x:h:", "t[4]*?^:", "t\\:", "&~+#%:"})
  void twoPrefixesAreTwoWorlds(String prefix) throws Exception {
    String encoded = URLEncoder.encode(prefix, StandardCharsets.UTF_8);
    try (LockStore behind = store(server.url() + "?prefix=" + encoded);
        LockStore plain = store(server.url());
        Holdfast a = Holdfast.over(behind);
        Holdfast b = Holdfast.over(plain)) {
      RedisAclTests.everything(behind);
      server.ask("FLUSHALL");
      Lease one = a.mutex("n").tryAcquire().orElseThrow();
      Lease two = a.mutex("m").tryAcquire().orElseThrow();
      allKeysBeginWith(prefix + "hf1:", server);
      Lease other = b.mutex("n").tryAcquire().orElseThrow();
      assertTrue(one.isHeld() && two.isHeld() && other.isHeld());
      assertEquals(List.of("m", "n"), a.names(10));
      assertEquals(List.of("n"), b.names(10));
    }
  }

  @Test
  void aGuardsMarksStandBehindItToo() {
    String lua = "return redis.call('SET', KEYS[1], ARGV[1])";
    List<String> keys = List.of("tenant42:stock:7");
    String rights = "~tenant42:* +eval +evalsha +hmget +hset +pttl +pexpire +set";
    try (Face guard = guard(tenant(rights)).keyPrefix("tenant42:").keepMarks(Duration.ofDays(1))) {
      guard.eval(lua, "tenant42:stock:7", 7L, keys, List.of("a"));
      assertThrows(
          StaleTokenException.class,
          () -> guard.eval(lua, "tenant42:stock:7", 6L, keys, List.of("b")));
      assertThrows(IllegalArgumentException.class, () -> guard.keyPrefix("a{b"));
    }
    allKeysBeginWith("tenant42:", server);
  }

  @Test
  void doctorLooksAndTriesBehindIt() {
    server.ask("SET", "tenant42:hf1:x:h:{n}", "1700000000000000");
    server.ask("SET", "hf1:x:h:{n}", "1700000000000000");
    Examination examination =
        new Examination("x", Duration.ofSeconds(60), System::nanoTime, System::currentTimeMillis);
    try (LockStore store = store(tenant(RIGHTS) + "?prefix=tenant42:")) {
      for (Finding finding : store.examine(examination)) {
        if (List.of("rights", "a lock", "pushes").contains(finding.subject())) {
          assertEquals(Finding.Level.OK, finding.level(), finding.toString());
        } else if (finding.subject().equals("keys")) {
          assertTrue(finding.seen().startsWith("1 of 1 never expire, such as tenant42:hf1:"));
        }
      }
    }
    server.ask("FLUSHALL");
    try (LockStore store = store(tenant(RIGHTS.replace("+zrem ", "")) + "?prefix=tenant42:")) {
      String said = store.examine(examination).toString();
      assertTrue(said.contains(" ~tenant42:hf1:* resetchannels &tenant42:hf1:* "), said);
    }
  }

  @Test
  void aClusterAndSentinelsHaveItToo() throws Exception {
    RedisCluster cluster = RedisCluster.shared();
    cluster.flush();
    usesIt(cluster.url() + "?prefix=tenant42:", cluster.servers());
    RedisSentinels sentinels = RedisSentinels.shared();
    sentinels.settle();
    sentinels.master().ask("FLUSHALL");
    usesIt(sentinels.url() + "?prefix=tenant42:", List.of(sentinels.master()));
  }

  private void usesIt(String url, List<RedisServer> servers) throws Exception {
    try (Holdfast a = Holdfast.connect(url + "&client=" + library())) {
      try (Lease lease = a.all(List.of("x", "y", "z")).acquire(Duration.ofSeconds(20))) {
        assertTrue(lease.isHeld());
        assertEquals(List.of("x", "y", "z"), a.names(10));
      }
    }
    for (RedisServer each : servers) {
      allKeysBeginWith("tenant42:hf1:", each);
    }
  }

  @Test
  void aQuorumHasItToo() throws Exception {
    Duration lease = Duration.ofSeconds(4);
    List<RedisServer> members = RedlockServers.shared(lease);
    for (RedisServer each : members) {
      each.ask("FLUSHALL");
      tenant(each, RIGHTS + " +info +lastsave");
    }
    String url =
        RedlockServers.url(members).replace("redlock://", "redlock://locks:secret@")
            + "?prefix=tenant42:&rejoin=4s&client="
            + library();
    Duration minute = Duration.ofMinutes(1);
    LockOptions options = LockOptions.defaults().lease(lease);
    try (Holdfast a = Holdfast.builder(url).options(options).connectTimeout(minute).build();
        Holdfast b = Holdfast.builder(url).options(options).connectTimeout(minute).build()) {
      Lease held = a.mutex("n").acquire(Duration.ofSeconds(20));
      assertTrue(b.mutex("n").tryAcquire().isEmpty());
      CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
      Awaitility.await().until(() -> !a.inspect("n").waiters().isEmpty());
      held.close();
      waiting.get(20, TimeUnit.SECONDS).close();
      try (Lease reader = a.readWrite("rw").read().acquire(Duration.ofSeconds(20))) {
        assertEquals(List.of(reader.name()), b.names(10));
      }
    }
    for (RedisServer each : members) {
      assertTrue((Long) each.ask("DBSIZE") > 0);
      allKeysBeginWith("tenant42:hf1:", each);
      each.ask("ACL", "DELUSER", "locks");
    }
  }

  /** What this adapter is called in URLs. */
  protected abstract String library();
}
