package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.KeepAliveBatch;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is particular to Redis, asked through an adapter; the rules of all stores are the kit's. */
public abstract class RedisProtocolTests extends AdapterTests {
  private final RedisServer server = RedisServer.shared();
  private final String namespace = "t-" + UUID.randomUUID();
  private final List<AutoCloseable> opened = new ArrayList<>();

  private LockStore store;

  @BeforeEach
  void openStore() {
    store = store(server.url());
  }

  @AfterEach
  void closeAll() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable each : opened) {
      each.close();
    }
    store.close();
  }

  private VerbsForTests client() {
    VerbsForTests client = new VerbsForTests(store, namespace);
    opened.add(client);
    return client;
  }

  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (Object key : (List<?>) server.ask("KEYS", "hf1:" + namespace + ":*")) {
      keys.add((String) key);
    }
    return keys;
  }

  @Test
  void aServerThatForgetsTheScriptsIsTaughtThemAgain() {
    VerbsForTests a = client();
    String held = a.take("n");
    server.ask("SCRIPT", "FLUSH");
    assertInstanceOf(Standing.Holding.class, a.renew("n", held));
    server.ask("SCRIPT", "FLUSH");
    assertTrue(a.release("n", held));
    server.ask("SCRIPT", "FLUSH");
    List<KeepAlive> many = new ArrayList<>();
    for (int i = 0; i < 3 * KeepAliveBatch.NAMES_PER_SCRIPT + 1; i++) {
      many.add(new KeepAlive.Hold("n" + i, a.take("n" + i), 60_000, false));
    }
    server.ask("SCRIPT", "FLUSH");
    assertTrue(
        answer(a.session.keepAlive(many)).stream().allMatch(Standing.Holding.class::isInstance));
  }

  /** A client's clock begins anywhere. */
  @Test
  void aPlaceIsKeptByAClockThatShowsLessThanNothing() {
    VerbsForTests a = client();
    VerbsForTests b = client();
    String held = a.take("n");
    String waiting = b.join("n");
    KeepAlive place = new KeepAlive.Place("n", waiting, 10_000, -5);
    assertInstanceOf(Standing.Queued.class, answer(b.session.keepAlive(List.of(place))).get(0));
    a.release("n", held);
    assertInstanceOf(Standing.Holding.class, b.renew("n", waiting));
  }

  @Test
  void aReleasedNameIsRememberedForADay() {
    VerbsForTests a = client();
    a.release("n", a.take("n"));
    List<AcquireRequest> several = a.requests(false, "a", "b");
    answer(a.session.acquireAll(several));
    answer(a.session.releaseAll(VerbsForTests.releases(several)));
    for (String name : List.of("n", "a", "b")) {
      String key = "hf1:" + namespace + ":h:{" + name + "}";
      assertEquals(16, ((String) server.ask("GET", key)).length(), "nothing but its last stamp");
      long left = (Long) server.ask("PTTL", key);
      assertTrue(left > 86_400_000 - 5_000 && left < 2 * 86_400_000, name + " " + left);
    }
  }

  @Test
  void everyKeyHasAnEndAndTheQueueLeavesNone() {
    VerbsForTests a = client();
    VerbsForTests b = client();
    VerbsForTests c = client();
    String held = a.take("n");
    String first = b.join("n");
    String second = c.join("n");
    a.releaseOvertaking("m", a.attempt());
    b.keepPlace("n", first);
    for (String key : keys()) {
      assertTrue((Long) server.ask("PTTL", key) > 0, key);
    }
    assertEquals(4, keys().size(), () -> "two holds, a queue, its places: " + keys());
    a.release("n", held);
    b.release("n", first);
    c.release("n", second);
    assertEquals(
        Set.of("hf1:" + namespace + ":h:{n}", "hf1:" + namespace + ":h:{m}"),
        keys(),
        "only the last stamps are left");
    assertTrue((Long) server.ask("PTTL", "hf1:" + namespace + ":h:{n}") > 80_000_000);
  }

  @Test
  void aFreeNameIsItsLastStamp() {
    VerbsForTests a = client();
    a.release("n", a.take("n"));
    String stamp = (String) server.ask("GET", "hf1:" + namespace + ":h:{n}");
    assertTrue(stamp.matches("[0-9]{16}"), stamp);
  }

  @Test
  void oddNamesHaveKeysOfTheirOwn() {
    List<String> names =
        List.of(
            "}",
            "\\",
            "\\}",
            "}}",
            "{",
            "{}",
            "}{",
            "a}b",
            "{a",
            "a\nb",
            "a\0b",
            " ",
            "a b",
            "🔒",
            "x".repeat(512),
            "é".repeat(256),
            "*",
            "[a]",
            "hf1:",
            "'");
    VerbsForTests a = client();
    List<String> attempts = names.stream().map(a::take).toList();
    assertEquals(Set.copyOf(names), Set.copyOf(answer(a.session.names(100))));
    for (int i = 0; i < names.size(); i++) {
      assertTrue(a.release(names.get(i), attempts.get(i)), names.get(i));
    }
    assertEquals(List.of(), answer(a.session.names(100)));
  }

  @Test
  void halfASurrogatePairIsNoName() {
    VerbsForTests a = client();
    StoreException error =
        refusal(a.session.acquire(VerbsForTests.request("\ud83d", a.attempt(), false)));
    assertFalse(error.isTransient());
  }

  @Test
  void aForeignKeyInTheWayIsSaidAndFinal() {
    VerbsForTests a = client();
    String key = "hf1:" + namespace + ":h:{n}";
    for (String[] foreign : new String[][] {{"LPUSH", key, "x"}, {"SET", key, "something else"}}) {
      server.ask("DEL", key);
      server.ask((Object[]) foreign);
      StoreException error =
          refusal(a.session.acquire(VerbsForTests.request("n", a.attempt(), true)));
      assertFalse(error.isTransient());
      assertTrue(error.getMessage().contains("WRONGTYPE"), error.getMessage());
      assertTrue(error.getMessage().contains("'n'"), error.getMessage());
      String other = a.take("other");
      List<Standing> both =
          answer(
              a.session.keepAlive(
                  List.of(
                      new KeepAlive.Hold("n", a.attempt(), 60_000, false),
                      new KeepAlive.Hold("other", other, 60_000, false))));
      assertInstanceOf(Standing.Absent.class, both.get(0));
      assertInstanceOf(Standing.Holding.class, both.get(1), "one bad name spoils no other");
      a.release("other", other);
    }
    server.ask("DEL", key);
  }

  @Test
  void aForeignQueueInTheWayLeavesNoKeyWithoutAnEnd() {
    VerbsForTests a = client();
    VerbsForTests b = client();
    String held = a.take("n");
    for (String kind : new String[] {"q", "p"}) {
      String foreign = "hf1:" + namespace + ":" + kind + ":{n}";
      server.ask("SET", foreign, "something else");
      StoreException error =
          refusal(b.session.acquire(VerbsForTests.request("n", b.attempt(), true)));
      assertFalse(error.isTransient());
      server.ask("DEL", foreign);
      assertEquals(Set.of("hf1:" + namespace + ":h:{n}"), keys());
    }
    a.release("n", held);
  }

  /** A server that is short of memory may evict one key and not the other. */
  @Test
  void aQueueWhosePlacesAreLostIsNobodysTrouble() {
    VerbsForTests a = client();
    VerbsForTests b = client();
    String held = a.take("n");
    String lost = b.join("n");
    server.ask("DEL", "hf1:" + namespace + ":p:{n}");
    assertTrue(a.release("n", held));
    assertInstanceOf(Standing.Absent.class, b.keepPlace("n", lost));
    a.release("n", a.take("n"));
  }

  @Test
  void stampsGoOnAfterTheDataIsLost() {
    VerbsForTests a = client();
    long before = a.stamp("n");
    server.ask("DEL", "hf1:" + namespace + ":h:{n}");
    assertTrue(a.stamp("n") > before);
  }

  @Test
  void stampsGoOnWhenTheServersClockWasAhead() {
    VerbsForTests a = client();
    long ahead = a.stamp("n") + 3_600_000_000L;
    server.ask("SET", "hf1:" + namespace + ":h:{n}", String.valueOf(ahead), "PX", 60_000);
    assertEquals(ahead + 1, a.stamp("n"));
    assertEquals(ahead + 2, a.stamp("n"));
  }

  @Test
  void oneCommandToAcquireOneToReleaseThreeForAHandoff() {
    VerbsForTests a = client();
    VerbsForTests b = client();
    a.release("n", a.take("n"));
    String warm = b.join("n");
    b.renew("n", warm);
    b.release("n", warm); // every script is known to the server now
    long start = evals();
    a.release("n", a.take("n"));
    assertEquals(2, evals() - start);
    String held = a.take("n");
    start = evals();
    for (int i = 0; i < 10; i++) {
      VerbsForTests next = i % 2 == 0 ? b : a;
      VerbsForTests last = i % 2 == 0 ? a : b;
      String waiting = next.join("n");
      last.release("n", held);
      assertInstanceOf(Standing.Holding.class, next.renew("n", waiting));
      held = waiting;
    }
    assertEquals(30, evals() - start);
  }

  private long evals() {
    String stats = (String) server.ask("INFO", "commandstats");
    return stats
        .lines()
        .filter(line -> line.startsWith("cmdstat_eval"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^=]*calls=([0-9]+).*", "$1")))
        .sum();
  }

  @Test
  void manyRenewalsTakeLittleOfTheServersTimeEach() {
    VerbsForTests a = client();
    List<KeepAlive> many =
        IntStream.range(0, 1000)
            .mapToObj(i -> new KeepAlive.Hold("n" + i, a.take("n" + i), 60_000, false))
            .map(KeepAlive.class::cast)
            .toList();
    List<Standing> standings = answer(a.session.keepAlive(many));
    assertEquals(1000, standings.size());
    assertTrue(standings.stream().allMatch(Standing.Holding.class::isInstance));
  }

  @Test
  void aWrongPasswordAndAnUnreachableServerAreSaidAtOnce() {
    StoreException wrong = refused("redis://nobody:secret@127.0.0.1:" + server.port());
    assertFalse(wrong.isTransient());
    assertFalse(wrong.getMessage().contains("secret"), wrong.getMessage());
    StoreException nobody = refused("redis://:secret@127.0.0.1:1");
    assertTrue(nobody.isTransient());
    assertFalse(nobody.getMessage().contains("secret"), nobody.getMessage());
    assertTrue(nobody.getMessage().contains("127.0.0.1:1"), nobody.getMessage());
  }

  private StoreException refused(String url) {
    try (LockStore other = store(url)) {
      return assertThrows(
          StoreException.class,
          () -> other.open(new ClientIdentity("c/host/1/x", namespace), new ListenerForTests()));
    }
  }

  @Test
  void nothingListensAfterTheLastSessionHasClosed() {
    client().close();
    client().close();
    Awaitility.await()
        .until(
            () ->
                ((List<?>) server.ask("PUBSUB", "CHANNELS", "hf1:" + namespace + ":*")).isEmpty());
  }
}
