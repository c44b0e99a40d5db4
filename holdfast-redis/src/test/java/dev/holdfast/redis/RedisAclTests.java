package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.StoreException;
import dev.holdfast.redis.RedisFenceTests.Face;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.servers.RedisProgram;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A user of its own, with the rights of the guide and not one more: they suffice for every verb,
 * and none of them can be left out. On the server in the jar and on one of Debian's.
 */
public abstract class RedisAclTests extends AdapterTests {
  /** What only a guard needs, beside the rights on the data that it guards. */
  private static final String GUARD =
      "~hf1:fence:* ~stock:* +eval +evalsha +hmget +hset +pttl +pexpire +get +set";

  /** On a busy machine. */
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final Map<String, RedisServer> SERVERS = new LinkedHashMap<>();

  /** The guard of this adapter, on this server. */
  protected abstract Face guard(String url);

  @BeforeAll
  static void start() throws IOException {
    SERVERS.put("the usual one", RedisServer.started());
    SERVERS.put("Debian's", RedisServer.started(RedisProgram.chosenWithTls()));
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(RedisServer::close);
    SERVERS.clear();
  }

  @BeforeEach
  void forget() {
    for (RedisServer server : SERVERS.values()) {
      server.ask("FLUSHALL");
      server.ask("ACL", "LOG", "RESET");
    }
  }

  static Stream<String> servers() {
    return SERVERS.keySet().stream();
  }

  private static String user(String server, String rights) {
    List<Object> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on"));
    words.add(">secret");
    words.addAll(List.of(rights.split(" ")));
    SERVERS.get(server).ask(words.toArray());
    return "redis://locks:secret@127.0.0.1:" + SERVERS.get(server).port();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theRightsSufficeForEveryKindOfLock(String server) throws Exception {
    try (RespConnection admin = SERVERS.get(server).client();
        LockStore store = store(user(server, RedisExceptions.RIGHTS))) {
      everything(store);
      pushes(store, admin);
    }
    assertNothingWasDenied(server);
  }

  /** But for what may be forbidden: INFO, and what client libraries say of themselves. */
  private static void assertNothingWasDenied(String server) {
    List<String> denied = new ArrayList<>();
    for (Object entry : (List<?>) SERVERS.get(server).ask("ACL", "LOG")) {
      String said = entry.toString();
      if (!said.contains("object, client") && !said.contains("object, info,")) {
        denied.add(said);
      }
    }
    assertEquals(List.of(), denied);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aMemberOfAQuorumMayAskForHowLongTheServerHasBeenUp(String server) throws Exception {
    Duration aMoment = Duration.ofMillis(1);
    try (LockStore store = store(user(server, RedisExceptions.RIGHTS)).rejoiningAfter(aMoment);
        Holdfast a = Holdfast.over(store)) {
      StoreException error =
          assertThrows(StoreException.class, () -> a.mutex("n").acquire(Duration.ofSeconds(10)));
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(error.getMessage().contains("+info"), error.getMessage());
    }
    for (String rights : List.of(" +info", " +info +lastsave")) {
      try (LockStore store =
              store(user(server, RedisExceptions.RIGHTS + rights)).rejoiningAfter(aMoment);
          Holdfast a = Holdfast.over(store)) {
        a.mutex("n").acquire(Duration.ofSeconds(10)).close();
      }
    }
  }

  /** Asks for every kind of lock. */
  static void everything(LockStore store) throws Exception {
    try (Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      Lease held = a.mutex("n").acquire();
      assertTrue(b.mutex("n").tryAcquire().isEmpty());
      held.ensure(Duration.ofSeconds(5));
      assertTrue(b.isCurrent(held.sequencer()));
      assertEquals(List.of("n"), b.names(10));
      assertTrue(b.inspect("n").isHeld());
      assertTrue(b.breakHold("n"));
      Awaitility.await().until(() -> !held.isHeld());
      Lease reader = a.readWrite("rw").read().acquire();
      Lease other = b.readWrite("rw").read().acquire();
      assertTrue(a.readWrite("rw").write().tryAcquire().isEmpty());
      reader.close();
      other.close();
      a.readWrite("rw").write().acquire().close();
      try (Lease two = a.semaphore("s", 3).acquire(2)) {
        assertTrue(b.semaphore("s", 3).taking(2).tryAcquire().isEmpty());
        assertTrue(b.semaphore("s", 3).resize(4));
        b.semaphore("s", 4).acquire(2).close();
        two.release(1);
        b.semaphore("s", 4).acquire(3).close();
        assertTrue(two.isHeld());
      }
      try (Lease all = a.all(List.of("x", "y")).acquire()) {
        assertTrue(b.all(List.of("y", "z")).tryAcquire().isEmpty());
        all.ensure(Duration.ofSeconds(5));
      }
    }
  }

  private static void pushes(LockStore store, RespConnection admin) {
    try (VerbsForTests a = new VerbsForTests(store, "x");
        VerbsForTests b = new VerbsForTests(store, "x")) {
      a.awaitPushes(admin);
      b.awaitPushes(admin);
      String held = a.take("m");
      String waiting = b.join("m");
      assertInstanceOf(Standing.Queued.class, b.keepPlace("m", waiting));
      Awaitility.await().until(() -> a.listener.recalled.contains(held));
      assertTrue(a.release("m", held));
      Awaitility.await().until(() -> b.listener.granted.contains(waiting));
      assertTrue(answer(a.session.breakHold("m")));
      Awaitility.await().until(() -> b.listener.broken.contains(waiting));
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void eachCommandIsNeededAndItsAbsenceIsFinalAndNamed(String server) {
    for (String right : List.of(RedisExceptions.RIGHTS.split(" "))) {
      // Without these two, only the pushes are missing; that is a test of its own.
      if (right.startsWith("+") && !right.endsWith("subscribe")) {
        String url = user(server, RedisExceptions.RIGHTS.replaceAll("\\" + right + "( |$)", ""));
        SERVERS.get(server).ask("SCRIPT", "FLUSH"); // what it knows already it need not be sent
        try (LockStore store = store(url)) {
          StoreException error =
              assertThrows(StoreException.class, () -> everything(store), "without " + right);
          String said = error.getMessage();
          assertFalse(error.isTransient(), right + ": " + said);
          assertTrue(said.toLowerCase(Locale.ROOT).contains(right.substring(1)), right + said);
          assertTrue(said.contains(RedisExceptions.RIGHTS), said);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void keysAndChannelsAreNeeded(String server) {
    for (String right : List.of("~hf1:*", "&hf1:*")) {
      try (LockStore store = store(user(server, RedisExceptions.RIGHTS.replace(right + " ", "")))) {
        StoreException error = assertThrows(StoreException.class, () -> everything(store));
        assertFalse(error.isTransient(), error.getMessage());
        assertTrue(error.getMessage().contains(RedisExceptions.RIGHTS), error.getMessage());
      }
    }
  }

  /** A user of one namespace sees and changes nothing of another. */
  @ParameterizedTest
  @MethodSource("servers")
  void aUserMayBeKeptToANamespace(String server) throws Exception {
    String narrow = RedisExceptions.RIGHTS.replace("hf1:*", "hf1:x:*");
    try (RespConnection admin = SERVERS.get(server).client();
        LockStore store = store(user(server, narrow))) {
      pushes(store, admin);
      StoreException error =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, "y").close());
      assertFalse(error.isTransient(), error.getMessage());
    }
  }

  /** SCAN knows no rights on keys, so a user who is kept to a namespace may do without. */
  @ParameterizedTest
  @MethodSource("servers")
  void whoMayNotScanSeesNoNamesAndLocks(String server) throws Exception {
    String narrow = RedisExceptions.RIGHTS.replace("hf1:*", "hf1:x:*");
    for (boolean scans : List.of(true, false)) {
      try (LockStore all = store(SERVERS.get(server).url());
          Holdfast others = Holdfast.builder(all).namespace("secret").connectTimeout(SOON).build();
          LockStore store = store(user(server, scans ? narrow : narrow.replace("+scan ", "")));
          Holdfast mine = Holdfast.builder(store).namespace("x").connectTimeout(SOON).build()) {
        others.mutex("theirs").acquire().close();
        try (Lease held = mine.mutex("n").acquire()) {
          if (scans) {
            assertEquals(List.of(held.name()), mine.names(10));
          } else {
            StoreException error = assertThrows(StoreException.class, () -> mine.names(10));
            assertFalse(error.isTransient(), error.getMessage());
          }
        }
      }
    }
  }

  /** Rights on it would be rights on what all guards remember. */
  @ParameterizedTest
  @MethodSource("servers")
  void noLocksAreKeptWhereTheMarksOfGuardsAre(String server) {
    try (LockStore store =
        store(user(server, RedisExceptions.RIGHTS.replace("hf1:*", "hf1:fence:*")))) {
      StoreException error =
          assertThrows(
              StoreException.class,
              () -> Holdfast.builder(store).namespace("fence").build().close());
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(error.getMessage().contains("marks of all resources"), error.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void withoutSubscriptionsThereAreNoPushesAndWaitingClientsAsk(String server) throws Exception {
    String url = user(server, RedisExceptions.RIGHTS.replace("+subscribe ", ""));
    try (LockStore store = store(url);
        Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      Lease held = a.mutex("quiet").acquire();
      var next = b.mutex("quiet").acquireAsync();
      Awaitility.await().until(() -> !b.inspect("quiet").waiters().isEmpty());
      held.close();
      next.get().close();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aDatabaseOfItsOwnNeedsSelect(String server) throws Exception {
    String url = user(server, RedisExceptions.RIGHTS + " +select") + "/3";
    try (LockStore store = store(url)) {
      everything(store);
    }
    user(server, RedisExceptions.RIGHTS);
    try (LockStore store = store(url)) {
      StoreException error = assertThrows(StoreException.class, () -> everything(store));
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(error.getMessage().contains("'select'"), error.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aGuardNeedsItsOwnRights(String server) {
    String url = user(server, "resetchannels " + GUARD);
    String lua = "return redis.call('SET', KEYS[1], ARGV[1])";
    try (Face guard = guard(url)) {
      guard.eval(lua, "stock:7", 2L, List.of("stock:7"), List.of("a"));
      assertThrows(
          StaleTokenException.class,
          () -> guard.eval(lua, "stock:7", 1L, List.of("stock:7"), List.of("b")));
    }
    assertEquals("a", SERVERS.get(server).ask("GET", "stock:7"));
    for (String right : List.of("~hf1:fence:*", "+evalsha", "+hmget", "+hset", "+pttl")) {
      try (Face guard = guard(user(server, "resetchannels " + GUARD.replace(right + " ", "")))) {
        assertThrows(
            RuntimeException.class,
            () -> guard.eval(lua, "stock:7", 3L, List.of("stock:7"), List.of("c")),
            right);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aDefaultUserMayHaveAPassword(String server) throws Exception {
    try (RespConnection admin = SERVERS.get(server).client()) {
      admin.ask("ACL", "SETUSER", "default", "resetpass", ">pass:w@rd");
      try {
        int port = SERVERS.get(server).port();
        for (String credentials : List.of(":pass:w%40rd@", "default:pass:w@rd@")) {
          try (LockStore store = store("redis://" + credentials + "127.0.0.1:" + port)) {
            pushes(store, admin);
          }
        }
        for (String credentials : List.of("", ":other@")) {
          try (LockStore store = store("redis://" + credentials + "127.0.0.1:" + port)) {
            StoreException error =
                assertThrows(StoreException.class, () -> new VerbsForTests(store, "").close());
            assertFalse(error.isTransient(), error.getMessage());
            assertTrue(error.getMessage().contains("password"), error.getMessage());
          }
        }
      } finally {
        admin.ask("ACL", "SETUSER", "default", "nopass");
      }
    }
  }
}
