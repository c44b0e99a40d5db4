package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A statement that grants or frees by itself has begun, and waits for the row of its name, when
 * whoever has that row adds what forbids it, and commits. Of what the statement saw elsewhere when
 * it began, nothing is true any more.
 */
abstract class ServerRaceTests {
  private final Server server;
  private final String database;
  private final LockStore store;
  private final SpiClient client;

  ServerRaceTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
    this.store = server.store(database);
    this.client = new SpiClient(store);
  }

  /** From here on one statement grants and frees. */
  @BeforeEach
  void isUsual() {
    client.release("n", client.take("n"));
    assertEquals(1, server.number(database, "SELECT plain FROM holdfast_lock"));
  }

  @AfterEach
  void close() {
    client.close();
    store.close();
  }

  /** Begins, and waits until it stands at the locked row. */
  private <T> CompletableFuture<T> blocked(Supplier<T> verb) {
    CompletableFuture<T> answer = CompletableFuture.supplyAsync(verb);
    Server.await(() -> answer.isDone() || server.someoneWaitsForARow());
    assertTrue(!answer.isDone(), "it does not wait for the row");
    return answer;
  }

  @Test
  void aReleaseSeesWhoJoinedWhileItWaited() throws Exception {
    String held = client.take("n");
    try (Rival rival = new Rival(server, database, "n")) {
      rival.acquire();
      CompletableFuture<Boolean> released = blocked(() -> client.release("n", held));
      rival.commit();
      assertTrue(released.get(10, TimeUnit.SECONDS));
      LockInfo info = client.inspect("n");
      assertEquals(List.of(), info.waiters());
      assertEquals(rival.attempt(), info.hold().orElseThrow().owner().id(), "it was handed on");
    }
  }

  @Test
  void anAcquireSeesWhoTookTheNameWhileItWaited() throws Exception {
    try (Rival rival = new Rival(server, database, "n")) {
      rival.acquire();
      CompletableFuture<Standing> answer =
          blocked(() -> client.tryAcquire("n", client.attempt(), SpiClient.LEASE));
      rival.commit();
      Standing.Absent refused =
          assertInstanceOf(Standing.Absent.class, answer.get(10, TimeUnit.SECONDS));
      assertEquals(rival.attempt(), refused.holder());
    }
  }

  /** The name is free, but first come, first served. */
  @Test
  void anAcquireSeesWhoJoinedWhileItWaited() throws Exception {
    String held = client.take("n");
    try (Rival rival = new Rival(server, database, "n")) {
      rival.acquire();
      // As if the hold had ended by itself.
      rival.letTheHoldExpire();
      CompletableFuture<Standing> answer =
          blocked(() -> client.tryAcquire("n", client.attempt(), SpiClient.LEASE));
      rival.commit();
      Standing.Absent refused =
          assertInstanceOf(Standing.Absent.class, answer.get(10, TimeUnit.SECONDS));
      assertEquals(rival.attempt(), refused.holder(), held);
    }
  }

  /** Else it would be a hold that nobody knows of, until its lease is over. */
  @Test
  void anAcquireSeesThatItWasEndedWhileItWaited() throws Exception {
    String late = client.attempt();
    try (Rival rival = new Rival(server, database, "n")) {
      rival.end(late);
      CompletableFuture<Standing> answer =
          blocked(() -> client.tryAcquire("n", late, SpiClient.LEASE));
      rival.commit();
      assertInstanceOf(Standing.Absent.class, answer.get(10, TimeUnit.SECONDS));
      client.take("n");
    }
  }

  /** The stamps of grants that waited grow all the same, and no time is given that is over. */
  @Test
  void anAcquireThatWaitedIsGrantedWhatIsFreeThen() throws Exception {
    String before = client.take("n");
    long last = client.inspect("n").hold().orElseThrow().token();
    try (Rival rival = new Rival(server, database, "n")) {
      rival.end(before);
      CompletableFuture<Standing> answer =
          blocked(() -> client.tryAcquire("n", client.attempt(), SpiClient.LEASE));
      rival.commit();
      Standing.Holding holding =
          assertInstanceOf(Standing.Holding.class, answer.get(10, TimeUnit.SECONDS));
      assertTrue(holding.remainingMillis() > SpiClient.LEASE - 10_000);
      assertTrue(client.inspect("n").hold().orElseThrow().token() > last);
    }
  }

  /**
   * Not for ever: whoever is stopped in the middle of a transaction stops no other name's users.
   */
  @Test
  void otherNamesDoNotWait() throws Exception {
    try (Rival rival = new Rival(server, database, "n")) {
      rival.acquire();
      client.release("other", client.take("other"));
      client.release("new", client.take("new"));
      assertTrue(client.inspect("n").holds().isEmpty(), "and reading does not wait at all");
    }
  }
}
