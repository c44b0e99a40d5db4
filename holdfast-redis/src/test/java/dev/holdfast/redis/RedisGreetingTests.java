package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.SessionHandshake;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a session finds out when it opens: the user's rights, and what the server may throw away.
 */
public abstract class RedisGreetingTests extends AdapterTests {
  /** The line of the hint and of the guide. */
  private static final String RIGHTS = RedisExceptions.RIGHTS;

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
  void empty() {
    server.ask("FLUSHALL");
  }

  private static void user(String... rights) {
    List<Object> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on"));
    words.add(">secret");
    words.addAll(List.of(rights));
    server.ask(words.toArray());
  }

  private LockStore asUser() {
    return store("redis://locks:secret@127.0.0.1:" + server.port());
  }

  @Test
  void theRightsOfTheHintSufficeForAll() throws Exception {
    user(RIGHTS.split(" "));
    try (LockStore store = asUser();
        Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      Lease held = a.mutex("n").acquire();
      CompletableFuture<Lease> next = b.mutex("n").acquireAsync();
      Awaitility.await().until(() -> b.inspect("n").waiters().size() == 1);
      assertEquals(List.of("n"), a.names(10));
      held.ensure(Duration.ofSeconds(5));
      long start = System.nanoTime();
      held.close();
      Lease got = next.get();
      assertTrue(System.nanoTime() - start < 1_500_000_000L, "by a push, not by a keep-alive");
      assertTrue(a.breakHold("n"));
      Awaitility.await().until(() -> !got.isHeld());
    }
  }

  @Test
  void theRightsOfTheHintSufficeForPushesAndEveryVerb() {
    user(RIGHTS.split(" "));
    try (LockStore store = asUser();
        VerbsForTests a = new VerbsForTests(store, "x");
        VerbsForTests b = new VerbsForTests(store, "x")) {
      String held = a.take("m");
      String waiting = b.join("m");
      assertInstanceOf(Standing.Queued.class, b.keepPlace("m", waiting));
      Awaitility.await().until(() -> a.listener.recalled.contains(held));
      assertTrue(a.release("m", held));
      Awaitility.await().until(() -> b.listener.granted.contains(waiting));
      assertTrue(answer(a.session.inspect("m")).isHeld());
      assertTrue(answer(a.session.breakHold("m")));
      Awaitility.await().until(() -> b.listener.broken.contains(waiting));
    }
  }

  @Test
  void theRightsOfTheHintSufficeForSharedHolds() {
    user(RIGHTS.split(" "));
    try (LockStore store = asUser();
        VerbsForTests a = new VerbsForTests(store, "x");
        VerbsForTests b = new VerbsForTests(store, "x")) {
      String reader = a.attempt();
      answer(a.session.acquire(VerbsForTests.share("n", reader, false)));
      String writer = b.join("n");
      Awaitility.await().until(() -> a.listener.recalled.contains(reader));
      assertTrue(answer(a.session.inspect("n")).isHeld());
      assertInstanceOf(Standing.Holding.class, a.renew("n", reader));
      assertTrue(a.release("n", reader));
      Awaitility.await().until(() -> b.listener.granted.contains(writer));
    }
  }

  @Test
  void aMissingRightIsSaidAtOpen() {
    for (String missing :
        List.of(
            "publish",
            "time",
            "mget",
            "set",
            "psetex",
            "zadd",
            "hrandfield",
            "hgetall",
            "hkeys",
            "hlen",
            "pexpire",
            "evalsha")) {
      user((RIGHTS + " -" + missing).split(" "));
      StoreException error = refusedAtOpen();
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(
          error.getMessage().toLowerCase(java.util.Locale.ROOT).contains(missing),
          error.getMessage());
      assertTrue(error.getMessage().contains(RIGHTS), error.getMessage());
      assertTrue(error.getMessage().contains("no session was opened"), error.getMessage());
    }
  }

  @Test
  void aKeyOrAChannelOutOfReachIsSaidAtOpen() {
    for (String[] narrower : new String[][] {{"~hf1:*", "~hf1:x:*"}, {"&hf1:*", "&hf1:x:*"}}) {
      user(RIGHTS.replace(narrower[0], narrower[1]).split(" "));
      StoreException error = refusedAtOpen();
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(error.getMessage().contains(RIGHTS), error.getMessage());
    }
  }

  private StoreException refusedAtOpen() {
    try (LockStore store = asUser()) {
      return assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
    }
  }

  @Test
  void aRightThatIsTakenAwayLaterIsSaidAndFinal() {
    user(RIGHTS.split(" "));
    try (LockStore store = asUser();
        VerbsForTests a = new VerbsForTests(store, "")) {
      a.take("taken");
      server.ask("ACL", "SETUSER", "locks", "-publish");
      StoreException inside =
          refusal(a.session.acquire(VerbsForTests.request("taken", a.attempt(), true)));
      assertFalse(inside.isTransient(), inside.getMessage());
      assertTrue(inside.getMessage().contains(RIGHTS), inside.getMessage());
      assertTrue(inside.getMessage().contains("it is unknown whether"), "it may have queued");
      server.ask("ACL", "SETUSER", "locks", "-@scripting");
      StoreException whole =
          refusal(a.session.acquire(VerbsForTests.request("n2", a.attempt(), false)));
      assertFalse(whole.isTransient(), whole.getMessage());
      assertTrue(whole.getMessage().contains("nothing was changed"), whole.getMessage());
      assertFalse(whole.getMessage().contains("unknown"), whole.getMessage());
    }
  }

  @Test
  void theCheckWritesNothing() {
    try (LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "")) {
      assertEquals(0L, server.ask("DBSIZE"));
      assertEquals(List.of(), answer(a.session.names(10)));
    }
  }

  @Test
  void aServerThatMayEvictLocksIsWarnedAboutOnce() {
    server.ask("CONFIG", "SET", "maxmemory", "100mb");
    server.ask("CONFIG", "SET", "maxmemory-policy", "volatile-lru");
    try {
      List<String> warnings = warningsOfTwoSessions(server.url());
      assertEquals(1, warnings.size(), warnings.toString());
      assertTrue(warnings.get(0).contains("maxmemory-policy volatile-lru"), warnings.get(0));
      assertTrue(warnings.get(0).contains("granted twice"), warnings.get(0));
      user(RIGHTS.split(" "));
      assertEquals(
          List.of(), warningsOfTwoSessions("redis://locks:secret@127.0.0.1:" + server.port()));
      server.ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
      assertEquals(List.of(), warningsOfTwoSessions(server.url()));
      server.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lfu");
      server.ask("CONFIG", "SET", "maxmemory", "0");
      assertEquals(List.of(), warningsOfTwoSessions(server.url()));
    } finally {
      server.ask("CONFIG", "SET", "maxmemory", "0");
      server.ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
  }

  private List<String> warningsOfTwoSessions(String url) {
    List<String> warnings = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord said) {
            if (said.getLevel().equals(Level.WARNING)) {
              warnings.add(said.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(SessionHandshake.class.getName());
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try (LockStore store = store(url);
        VerbsForTests a = new VerbsForTests(store, "");
        VerbsForTests b = new VerbsForTests(store, "")) {
      assertEquals(Set.of(), Set.copyOf(a.listener.granted), "both are open");
      assertEquals(Set.of(), Set.copyOf(b.listener.granted));
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return warnings;
  }

  @Test
  void aStoreThatItsProgramHasClosedSaysSo() {
    LockStore store = store(server.url());
    Holdfast client = Holdfast.over(store);
    DistributedLock lock = client.mutex("n");
    client.close();
    client.reopen();
    lock.acquireUninterruptibly().close();
    client.close();
    store.close();
    StoreException closed = assertThrows(StoreException.class, client::reopen);
    String said = String.valueOf(closed.getMessage());
    assertTrue(said.endsWith("make another one; no session was opened"), said);
    assertFalse(closed.isTransient(), said);
    assertThrows(IllegalStateException.class, lock::tryAcquire);
  }

  @Test
  void aFullServerIsNoReasonNotToOpen() {
    server.ask("CONFIG", "SET", "maxmemory", "1");
    try (LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "")) {
      StoreException full =
          refusal(a.session.acquire(VerbsForTests.request("n", a.attempt(), false)));
      assertTrue(full.isTransient(), full.getMessage());
      assertTrue(full.getMessage().contains("nothing was changed"), full.getMessage());
    } finally {
      server.ask("CONFIG", "SET", "maxmemory", "0");
    }
  }
}
