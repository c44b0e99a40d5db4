package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.FakeRedis;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreUrl;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A server that answers with bytes that are no protocol. */
class LettuceGarbageTest {
  /** What the store and its pushes need. */
  private static final int CONNECTIONS = 2;

  @Test
  void theConnectionIsGivenUpAndOneOtherTakesItsPlace() throws Exception {
    try (FakeRedis server = new FakeRedis();
        LockStore store =
            new LettuceStoreProvider()
                .create(StoreUrl.parse("redis://127.0.0.1:" + server.port()));
        VerbsForTests a = new VerbsForTests(store, "")) {
      Awaitility.await().until(() -> server.accepted() == CONNECTIONS);
      server.grantAfter("\u0001\u0002~?\r\n");
      StoreException unknown = VerbsForTests.refusal(acquire(a));
      assertTrue(unknown.isTransient());
      assertTrue(unknown.getMessage().contains("it is unknown whether"), unknown.getMessage());
      Awaitility.await().until(() -> isGranted(a));
      for (int i = 0; i < 10; i++) {
        assertInstanceOf(Standing.Holding.class, VerbsForTests.answer(acquire(a)));
      }
      assertEquals(CONNECTIONS + 1, server.accepted());
    }
  }

  private static CompletionStage<Standing> acquire(VerbsForTests a) {
    return a.session.acquire(VerbsForTests.request("n", a.attempt(), false));
  }

  /** What was under way when the connection ended is of unknown outcome, too. */
  private static boolean isGranted(VerbsForTests a) {
    return acquire(a).toCompletableFuture().handle((granted, lost) -> lost == null).join();
  }
}
