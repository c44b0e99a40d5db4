package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What of a hold is left when the server's process ends at once and is started again. */
public abstract class RedisPersistenceTests extends AdapterTests {

  @Test
  void withAppendFsyncAlwaysNothingIsForgotten() throws Exception {
    try (RedisServer server =
            RedisServer.started("--appendonly", "yes", "--appendfsync", "always");
        LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "")) {
      String held = a.take("n");
      long before = a.stamp("other");
      server.kill();
      server.start();
      returns(a);
      assertInstanceOf(Standing.Holding.class, a.renew("n", held));
      assertTrue(a.stamp("other") > before);
    }
  }

  @Test
  void withoutPersistenceTheHolderIsToldAndTokensGrow() throws Exception {
    try (RedisServer server = RedisServer.started();
        LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "")) {
      String held = a.take("n");
      long before = a.stamp("other");
      server.kill();
      server.start();
      returns(a);
      assertFalse(answer(a.session.inspect("n")).isHeld());
      assertInstanceOf(Standing.Absent.class, a.renew("n", held));
      assertTrue(a.stamp("other") > before);
      assertTrue(a.stamp("n") > before);
    }
  }

  private static void returns(VerbsForTests a) {
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> a.session.names(1).toCompletableFuture().get() != null);
    assertFalse(answer(a.session.inspect("free")).isHeld());
  }
}
