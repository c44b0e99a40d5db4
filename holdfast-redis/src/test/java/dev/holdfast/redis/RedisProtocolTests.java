package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is particular to Redis, asked through an adapter; the rules of all stores are the kit's. */
public abstract class RedisProtocolTests {
  private final RedisServerForTests server = RedisServerForTests.shared();
  private final String namespace = "t-" + UUID.randomUUID();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private int clients;

  /** A store on the server of this URL. */
  protected abstract LockStore store(String url);

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

  private Client client() {
    return client(store);
  }

  private Client client(LockStore on) {
    Client client = new Client(on, "c/host/1/" + ++clients + UUID.randomUUID(), namespace);
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
    Client a = client();
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

  @Test
  void everyKeyHasAnEndAndTheQueueLeavesNone() {
    Client a = client();
    Client b = client();
    Client c = client();
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
    Client a = client();
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
    Client a = client();
    List<String> attempts = names.stream().map(a::take).toList();
    assertEquals(Set.copyOf(names), Set.copyOf(answer(a.session.names(100))));
    for (int i = 0; i < names.size(); i++) {
      assertTrue(a.release(names.get(i), attempts.get(i)), names.get(i));
    }
    assertEquals(List.of(), answer(a.session.names(100)));
  }

  @Test
  void halfASurrogatePairIsNoName() {
    Client a = client();
    StoreException error = refusal(a.session.acquire(a.request("\ud83d", a.attempt(), false)));
    assertFalse(error.isTransient());
  }

  @Test
  void aForeignKeyInTheWayIsSaidAndFinal() {
    Client a = client();
    String key = "hf1:" + namespace + ":h:{n}";
    for (String[] foreign : new String[][] {{"LPUSH", key, "x"}, {"SET", key, "something else"}}) {
      server.ask("DEL", key);
      server.ask((Object[]) foreign);
      StoreException error = refusal(a.session.acquire(a.request("n", a.attempt(), true)));
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
  void stampsGoOnAfterTheDataIsLost() {
    Client a = client();
    long before = a.stamp("n");
    server.ask("DEL", "hf1:" + namespace + ":h:{n}");
    assertTrue(a.stamp("n") > before);
  }

  @Test
  void stampsGoOnWhenTheServersClockWasAhead() {
    Client a = client();
    long ahead = a.stamp("n") + 3_600_000_000L;
    server.ask("SET", "hf1:" + namespace + ":h:{n}", String.valueOf(ahead), "PX", 60_000);
    assertEquals(ahead + 1, a.stamp("n"));
    assertEquals(ahead + 2, a.stamp("n"));
  }

  @Test
  void oneCommandToAcquireOneToReleaseThreeForAHandoff() {
    Client a = client();
    Client b = client();
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
      Client next = i % 2 == 0 ? b : a;
      Client last = i % 2 == 0 ? a : b;
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
    Client a = client();
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
          () -> other.open(new ClientIdentity("c/host/1/x", namespace), new Silent()));
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

  private static StoreException refusal(CompletionStage<?> stage) {
    ExecutionException error =
        assertThrows(ExecutionException.class, () -> stage.toCompletableFuture().get(10, SECONDS));
    return assertInstanceOf(StoreException.class, error.getCause());
  }

  private static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(10, SECONDS);
    } catch (Exception error) {
      throw new AssertionError(error);
    }
  }

  /** One client's verbs, waiting for each answer. */
  private static final class Client implements AutoCloseable {
    final String id;
    final StoreSession session;
    private int attempts;

    Client(LockStore store, String id, String namespace) {
      this.id = id;
      this.session = store.open(new ClientIdentity(id, namespace), new Silent());
    }

    String attempt() {
      return id + "/" + ++attempts;
    }

    AcquireRequest request(String name, String attempt, boolean waits) {
      return new AcquireRequest(name, attempt, waits, 60_000, 5_000, 10_000, 1);
    }

    String take(String name) {
      String attempt = attempt();
      assertInstanceOf(
          Standing.Holding.class, answer(session.acquire(request(name, attempt, false))));
      return attempt;
    }

    String join(String name) {
      String attempt = attempt();
      answer(session.acquire(request(name, attempt, true)));
      return attempt;
    }

    long stamp(String name) {
      String attempt = attempt();
      Standing standing = answer(session.acquire(request(name, attempt, false)));
      release(name, attempt);
      return assertInstanceOf(Standing.Holding.class, standing).stamp();
    }

    Standing renew(String name, String attempt) {
      return answer(session.keepAlive(List.of(new KeepAlive.Hold(name, attempt, 60_000, false))))
          .get(0);
    }

    Standing keepPlace(String name, String attempt) {
      return answer(session.keepAlive(List.of(new KeepAlive.Place(name, attempt, 10_000, 2))))
          .get(0);
    }

    boolean release(String name, String attempt) {
      return answer(session.release(new ReleaseRequest(name, attempt, 0, false, 60_000)));
    }

    boolean releaseOvertaking(String name, String attempt) {
      return answer(session.release(new ReleaseRequest(name, attempt, 0, true, 60_000)));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static final class Silent implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {}

    @Override
    public void recalled(String name, String attempt) {}

    @Override
    public void broken(String name, String attempt) {}

    @Override
    public void changed() {}
  }
}
