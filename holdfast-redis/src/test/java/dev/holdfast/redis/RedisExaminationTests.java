package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.LockStore;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is found of servers that are good, and of servers that are bad on purpose. */
public abstract class RedisExaminationTests extends AdapterTests {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void asGoodAsCanBe() {
    server.ask("REPLICAOF", "NO", "ONE");
    server.ask("CONFIG", "SET", "maxmemory", "0");
    server.ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
    server.ask("CONFIG", "SET", "appendonly", "yes");
    server.ask("CONFIG", "SET", "appendfsync", "always");
    server.ask("CONFIG", "SET", "timeout", "0");
    server.ask("CONFIG", "SET", "min-replicas-to-write", "0");
    server.ask("FLUSHALL");
  }

  private Diagnosis diagnose(String url) {
    Examination examination =
        new Examination("x", Duration.ofSeconds(60), System::nanoTime, System::currentTimeMillis);
    try (LockStore store = store(url)) {
      return new Diagnosis(url, store.examine(examination));
    }
  }

  private Diagnosis diagnose() {
    return diagnose(server.url());
  }

  private static Finding of(Diagnosis diagnosis, String subject) {
    List<Finding> found =
        diagnosis.findings().stream().filter(f -> f.subject().equals(subject)).toList();
    assertEquals(1, found.size(), subject + " in " + diagnosis);
    return found.get(0);
  }

  private static Finding is(Level level, String seen, Finding finding) {
    assertEquals(level, finding.level(), finding.toString());
    assertTrue(finding.seen().contains(seen), finding.toString());
    return finding;
  }

  private static void limits(String when, Finding finding) {
    assertTrue(finding.limits().getOrDefault(Guarantee.C2, "").contains(when), finding.toString());
  }

  private static void set(String name, String value) {
    assertEquals("OK", server.ask("CONFIG", "SET", name, value));
  }

  @Test
  void aGoodServerHasNothingWorseThanOk() {
    Diagnosis found = diagnose();
    assertEquals(Level.OK, found.worst(), found.toString());
    is(Level.OK, "Redis ", of(found, "version"));
    is(Level.OK, "single server", of(found, "role"));
    is(Level.OK, "noeviction", of(found, "eviction"));
    is(Level.OK, "no limit", of(found, "memory"));
    is(Level.OK, "appendfsync always", of(found, "persistence"));
    is(Level.OK, "the same", of(found, "clock"));
    is(Level.OK, " ms", of(found, "latency"));
    is(Level.OK, "allowed", of(found, "rights"));
    is(Level.OK, "taken and released", of(found, "a lock"));
    is(Level.OK, "arrive", of(found, "pushes"));
    is(Level.OK, "0 of Holdfast", of(found, "keys"));
    assertEquals("holds, but not when the server's clock steps", found.verdict(Guarantee.C2));
  }

  @Test
  void nothingIsLeftBehind() {
    diagnose();
    assertEquals(0L, server.ask("DBSIZE"));
  }

  @Test
  void evictionIsAProblem() {
    set("maxmemory", "100mb");
    set("maxmemory-policy", "volatile-ttl");
    limits("evicted", is(Level.PROBLEM, "volatile-ttl", of(diagnose(), "eviction")));
    set("maxmemory-policy", "allkeys-lru");
    limits("evicted", is(Level.PROBLEM, "allkeys-lru", of(diagnose(), "eviction")));
    set("maxmemory-policy", "noeviction");
    is(Level.OK, "noeviction", of(diagnose(), "eviction"));
  }

  @Test
  void evictionThatIsNotReachedYetIsANote() {
    set("maxmemory-policy", "allkeys-lru");
    Finding finding = is(Level.NOTE, "no limit", of(diagnose(), "eviction"));
    assertEquals(0, finding.limits().size(), finding.toString());
  }

  @Test
  void aFullServerIsAProblem() {
    server.ask("SET", "big", "x".repeat(600_000));
    set("maxmemory", "1mb");
    Diagnosis found = diagnose();
    is(Level.PROBLEM, "used of 1.0 MiB", of(found, "memory"));
    is(Level.PROBLEM, "OOM", of(found, "a lock"));
    // It is not the user's rights that are missing.
    is(Level.OK, "allowed", of(found, "rights"));
  }

  @Test
  void aNearlyFullServerIsWorthAWarning() {
    long used =
        Long.parseLong(
            String.valueOf(server.ask("INFO", "memory"))
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .findFirst()
                .orElseThrow()
                .substring("used_memory:".length())
                .strip());
    // Its memory while it is looked at is a little more.
    set("maxmemory", String.valueOf(used * 105 / 100 + 30_000));
    is(Level.WARNING, "used of", of(diagnose(), "memory"));
    set("maxmemory", String.valueOf(used * 3));
    is(Level.OK, "used of", of(diagnose(), "memory"));
  }

  @Test
  void whatARestartForgets() {
    set("appendfsync", "everysec");
    limits("last seconds", is(Level.NOTE, "everysec", of(diagnose(), "persistence")));
    set("appendfsync", "no");
    limits("half minute", is(Level.WARNING, "appendfsync no", of(diagnose(), "persistence")));
    set("appendonly", "no");
    limits("restarts", is(Level.WARNING, "none", of(diagnose(), "persistence")));
    set("save", "3600 1");
    limits("last snapshot", is(Level.WARNING, "3600 1", of(diagnose(), "persistence")));
    set("save", "");
  }

  @Test
  void aDiskThatFailsIsAProblem() {
    set("appendonly", "no");
    assertTrue(diagnose().findings().stream().noneMatch(f -> f.subject().equals("disk")));
    Object folder = ((List<?>) server.ask("CONFIG", "GET", "dir")).get(1);
    // A snapshot cannot take the place of a folder that has something in it.
    File snapshot = new File(String.valueOf(folder), "dump.rdb");
    boolean unused = snapshot.delete();
    File within = new File(snapshot, "in");
    assertTrue(within.mkdirs());
    server.ask("BGSAVE");
    Awaitility.await().untilAsserted(() -> is(Level.PROBLEM, "snapshot", of(diagnose(), "disk")));
    assertTrue(within.delete() && snapshot.delete());
    server.ask("SAVE");
    server.ask("BGSAVE");
    Awaitility.await()
        .until(() -> diagnose().findings().stream().noneMatch(f -> f.subject().equals("disk")));
  }

  @Test
  void aReplicaIsAProblemAndItsPrimaryHasOne() throws Exception {
    try (RedisServer replica =
        RedisServer.started("--replicaof", "127.0.0.1", String.valueOf(server.port()))) {
      Awaitility.await()
          .until(() -> String.valueOf(replica.ask("INFO", "replication")).contains("status:up"));
      Diagnosis found = diagnose(replica.url());
      is(Level.PROBLEM, "a replica of 127.0.0.1:" + server.port(), of(found, "role"));
      is(Level.PROBLEM, "READONLY", of(found, "a lock"));
      limits("promoted", is(Level.NOTE, "1 replica", of(diagnose(), "role")));
    }
  }

  @Test
  void replicasThatAreMissingAreAProblem() {
    set("min-replicas-to-write", "1");
    is(Level.PROBLEM, "NOREPLICAS", of(diagnose(), "a lock"));
  }

  @Test
  void aClusterIsAProblem() {
    try (RedisServer node = RedisServer.started("--cluster-enabled", "yes")) {
      Diagnosis found = diagnose(node.url());
      is(Level.PROBLEM, "Redis Cluster", of(found, "role"));
      // It is not the user's rights that are missing.
      is(Level.NOTE, "CLUSTERDOWN", of(found, "rights"));
      is(Level.PROBLEM, "CLUSTERDOWN", of(found, "a lock"));
    }
  }

  @Test
  void aServerWithoutConfigOrScripts() {
    try (RedisServer managed =
        RedisServer.started(
            "--rename-command", "CONFIG", "", "--appendonly", "yes", "--appendfsync", "always")) {
      Diagnosis found = diagnose(managed.url());
      limits("cannot be seen", is(Level.NOTE, "cannot be seen", of(found, "persistence")));
      is(Level.OK, "noeviction", of(found, "eviction"));
    }
    try (RedisServer plain =
        RedisServer.started("--rename-command", "EVAL", "", "--rename-command", "EVALSHA", "")) {
      Finding rights = is(Level.PROBLEM, "unknown command", of(diagnose(plain.url()), "rights"));
      assertTrue(rights.advice().contains("EVAL"), rights.toString());
    }
  }

  @Test
  void idleConnectionsAreANote() {
    set("timeout", "60");
    is(Level.NOTE, "60 s", of(diagnose(), "timeout"));
    set("timeout", "0");
    assertTrue(diagnose().findings().stream().noneMatch(f -> f.subject().equals("timeout")));
  }

  @Test
  void connectionsThatRunOutAreWorthAWarning() throws Exception {
    try (RedisServer small = RedisServer.started("--maxclients", "10")) {
      is(Level.OK, "of at most 10", of(diagnose(small.url()), "connections"));
      List<RespConnection> others = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        others.add(small.client());
        others.get(i).ask("PING");
      }
      is(Level.WARNING, "of at most 10", of(diagnose(small.url()), "connections"));
      for (RespConnection other : others) {
        other.close();
      }
    }
  }

  private static void user(String... rights) {
    List<Object> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on"));
    words.add(">secret");
    words.addAll(List.of(rights));
    assertEquals("OK", server.ask(words.toArray()));
  }

  private Diagnosis asUser() {
    return diagnose("redis://locks:secret@127.0.0.1:" + server.port());
  }

  @Test
  void whatAUserMayNotSeeIsSaidAndNotGuessed() {
    user(RedisExceptions.RIGHTS.split(" "));
    Diagnosis found = asUser();
    assertEquals(Level.NOTE, found.worst(), found.toString());
    for (String subject : List.of("version", "role", "eviction", "persistence")) {
      is(Level.NOTE, "cannot be seen", of(found, subject));
    }
    assertTrue(found.verdict(Guarantee.C2).contains("cannot be seen"), found.verdict(Guarantee.C2));
    is(Level.OK, "allowed", of(found, "rights"));
  }

  @Test
  void whereOnlyConfigIsForbiddenInfoTellsTheRest() {
    user((RedisExceptions.RIGHTS + " +info").split(" "));
    Diagnosis found = asUser();
    is(Level.OK, "noeviction", of(found, "eviction"));
    limits(
        "cannot be seen", is(Level.NOTE, "appendfsync cannot be seen", of(found, "persistence")));
    set("appendonly", "no");
    is(Level.WARNING, "snapshots cannot be seen", of(asUser(), "persistence"));
  }

  @Test
  void aRightThatIsMissingIsAProblem() {
    user((RedisExceptions.RIGHTS + " -zrem -hset").split(" "));
    Finding finding = is(Level.PROBLEM, "ZREM, HSET", of(asUser(), "rights"));
    assertTrue(finding.advice().contains(RedisExceptions.RIGHTS), finding.toString());
  }

  @Test
  void scriptsThatAreForbiddenAreAProblem() {
    user((RedisExceptions.RIGHTS + " -@scripting").split(" "));
    Diagnosis found = asUser();
    is(Level.PROBLEM, "a script was refused", of(found, "rights"));
    is(Level.PROBLEM, "refused", of(found, "a lock"));
  }

  @Test
  void theClockMayBeForbidden() {
    user((RedisExceptions.RIGHTS + " -time").split(" "));
    Diagnosis found = asUser();
    is(Level.NOTE, "cannot be seen", of(found, "clock"));
    is(Level.PROBLEM, "TIME", of(found, "rights"));
  }

  @Test
  void pushesThatDoNotArriveAreWorthAWarning() {
    user((RedisExceptions.RIGHTS + " -subscribe").split(" "));
    is(Level.WARNING, "listen", of(asUser(), "pushes"));
  }

  @Test
  void keysThatStayAreWorthAWarning() {
    server.ask("SET", "hf1:x:h:{a}", "0");
    is(Level.WARNING, "1 of 1 never expire", of(diagnose(), "keys"));
    server.ask("PEXPIRE", "hf1:x:h:{a}", "100000");
    server.ask("SET", "hf1:another:h:{a}", "0");
    is(Level.OK, "1 of Holdfast", of(diagnose(), "keys"));
    server.ask("SET", "hf0:x:h:{a}", "0");
    is(Level.WARNING, "hf0:x:h:{a}", of(diagnose(), "keys"));
  }

  @Test
  void aServerThatIsNotThereIsAnError() {
    StoreException error =
        assertThrows(StoreException.class, () -> diagnose("redis://me:secret@127.0.0.1:1"));
    assertTrue(error.isTransient(), error.getMessage());
    assertFalse(error.getMessage().contains("secret"), error.getMessage());
  }

  @Test
  void aWrongPasswordIsAnError() {
    user(RedisExceptions.RIGHTS.split(" "));
    StoreException error =
        assertThrows(
            StoreException.class, () -> diagnose("redis://locks:wrong@127.0.0.1:" + server.port()));
    assertFalse(error.isTransient(), error.getMessage());
    assertTrue(error.getMessage().contains("WRONGPASS"), error.getMessage());
  }
}
