package dev.holdfast.redis.jedis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections to a member of a quorum that are ended while they are idle: no call notices. */
@Tag("rest")
class JedisRedlockIdleTest {
  private static final Duration REJOIN = Duration.ofMillis(1);

  private RedisServer server;
  private Relay address;
  private LockStore store;
  private VerbsForTests verbs;

  @BeforeEach
  void open() throws IOException {
    server = RedisServer.started();
    address = new Relay(server.port());
    store = new JedisStoreProvider().create(StoreUrl.parse("redis://" + address.address()));
    // Alone, as the quorum looks at clocks now and then, and the connection would not be idle.
    verbs = new VerbsForTests(store.rejoiningAfter(REJOIN), "idle");
    Awaitility.await().ignoreExceptions().until(() -> isServed("first"));
  }

  @AfterEach
  void close() throws IOException {
    verbs.close();
    store.close();
    address.close();
    server.close();
  }

  private boolean isServed(String name) {
    String attempt = verbs.attempt();
    assertInstanceOf(
        Standing.Holding.class,
        answer(verbs.session.acquire(VerbsForTests.request(name, attempt, false))));
    return verbs.release(name, attempt);
  }

  private interface Trouble {
    void happen() throws IOException;
  }

  private void test(Trouble trouble) throws IOException {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10; i++) {
        assertTrue(isServed("before " + i));
      }
      Awaitility.await().pollDelay(Duration.ofMillis(1_500)).until(() -> true);
      trouble.happen();
      for (int i = 0; i < 10; i++) {
        assertTrue(isServed("after " + i));
      }
    }
  }

  @Test
  void byAnOperator() throws IOException {
    test(() -> server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"));
  }

  @Test
  void byABalancer() throws IOException {
    test(address::endAll);
  }

  /** It has forgotten them, and tells neither side. */
  @Test
  void byABalancerThatSaysNothing() throws IOException {
    test(address::loseAll);
  }

  /** It is asked, and not made anew: a server has as many connections as before. */
  @Test
  void oneThatIsStillThereIsKept() throws IOException {
    test(() -> {});
    int made = address.accepted();
    test(() -> {});
    assertEquals(made, address.accepted(), () -> List.of(server.ask("CLIENT", "LIST")).toString());
  }
}
