package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreUrl;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A connection that is lost while a call is under way: Lettuce sends the call again, so two copies
 * of it may arrive, and its outcome must be called unknown whatever the reply.
 */
class LettuceLossTest {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Cuts all connections when the server has the call, and answers again. */
  private static void loseWhatIsUnderWay() {
    Awaitility.await().until(() -> ((String) server.ask("CLIENT", "LIST")).contains(" flags=b "));
    server.ask("CLIENT", "KILL", "TYPE", "normal");
    server.ask("CLIENT", "UNPAUSE");
  }

  @Test
  void aCallThatWasUnderWayWhenTheConnectionWasLostIsUnknown() throws Exception {
    try (LockStore store = new LettuceStoreProvider().create(StoreUrl.parse(server.url()));
        VerbsForTests a = new VerbsForTests(store, "")) {
      a.release("first", a.take("first")); // a server that has no script yet grants no copy
      for (int round = 0; round < 5; round++) {
        String name = "n" + round;
        String attempt = a.attempt();
        server.ask("CLIENT", "PAUSE", 60_000, "WRITE");
        CompletableFuture<Standing> call =
            a.session.acquire(VerbsForTests.request(name, attempt, false)).toCompletableFuture();
        loseWhatIsUnderWay();
        ExecutionException error =
            assertThrows(ExecutionException.class, () -> call.get(10, SECONDS));
        StoreException unknown = assertInstanceOf(StoreException.class, error.getCause());
        assertTrue(unknown.isTransient(), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("it is unknown whether"), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("two copies"), unknown.getMessage());
        // What the engine does then: the mark that this leaves refuses whatever copy is late.
        assertTrue(a.releaseOvertaking(name, attempt), "the second copy was granted");
        Standing late =
            VerbsForTests.answer(a.session.acquire(VerbsForTests.request(name, attempt, false)));
        assertInstanceOf(Standing.Absent.class, late);
        a.release(name, a.take(name));
      }
    }
  }

  @Test
  void aRefusalOfTheSecondCopySaysNothingOfTheFirst() throws Exception {
    try (LockStore store = new LettuceStoreProvider().create(StoreUrl.parse(server.url()));
        VerbsForTests a = new VerbsForTests(store, "")) {
      server.ask("CLIENT", "PAUSE", 60_000, "WRITE");
      CompletableFuture<Standing> call =
          a.session.acquire(VerbsForTests.request("r", a.attempt(), false)).toCompletableFuture();
      server.ask("CONFIG", "SET", "maxmemory", "1");
      loseWhatIsUnderWay();
      ExecutionException error =
          assertThrows(ExecutionException.class, () -> call.get(10, SECONDS));
      assertTrue(error.getMessage().contains("it is unknown whether"), error.getMessage());
    } finally {
      server.ask("CONFIG", "SET", "maxmemory", "0");
    }
  }

  @Test
  void aCallThatIsSentOnceAfterTheLossIsKnown() throws Exception {
    try (LockStore store = new LettuceStoreProvider().create(StoreUrl.parse(server.url()));
        VerbsForTests a = new VerbsForTests(store, "")) {
      int before = a.listener.changes.get();
      server.restart();
      Awaitility.await().until(() -> a.listener.changes.get() > before);
      assertEquals(true, a.release("k", a.take("k")));
    }
  }
}
