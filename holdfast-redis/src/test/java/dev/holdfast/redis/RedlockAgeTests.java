package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** How a real member of a quorum finds out that it has been up for long enough. */
public abstract class RedlockAgeTests extends AdapterTests {
  /** Longer than a busy machine takes to ask a server that was started just now. */
  private static final Duration REJOIN = Duration.ofSeconds(8);

  @Test
  void uptimeIsAskedForWhereTheDataWasSavedLately() throws Exception {
    try (RedlockServers servers = RedlockServers.start(1)) {
      RedisServer server = servers.get(0);
      assertTrue(refusal(server).contains("YOUNG"), "it has just been started");
      servers.awaitUptime(REJOIN.plusSeconds(1));

      assertEquals(0, infosOfAGrant(server), "the start was the last save");
      server.ask("SAVE");
      assertEquals(1, infosOfAGrant(server), "only the uptime shows the age");

      server.restart();
      assertTrue(refusal(server).contains("YOUNG"), "it has its data, but was started again");
    }
  }

  private long infosOfAGrant(RedisServer server) throws Exception {
    try (LockStore store = store(server.url());
        VerbsForTests verbs = verbs(store)) {
      server.ask("CONFIG", "RESETSTAT"); // the client has looked at the server, too
      assertInstanceOf(Standing.Holding.class, ask(verbs).get(10, SECONDS));
      long infos = server.calls("info");
      assertEquals(1, server.calls("lastsave"));
      return infos;
    }
  }

  private String refusal(RedisServer server) {
    try (LockStore store = store(server.url());
        VerbsForTests verbs = verbs(store)) {
      return assertThrows(ExecutionException.class, () -> ask(verbs).get(10, SECONDS)).toString();
    }
  }

  private static VerbsForTests verbs(LockStore store) {
    return new VerbsForTests(store.rejoiningAfter(REJOIN), "age" + UUID.randomUUID());
  }

  private static CompletableFuture<Standing> ask(VerbsForTests verbs) {
    return verbs
        .session
        .acquire(VerbsForTests.request("n", verbs.attempt(), false))
        .toCompletableFuture();
  }
}
