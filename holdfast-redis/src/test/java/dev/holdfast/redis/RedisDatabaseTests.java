package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Databases of one server are stores of their own, although what is published in one is heard in
 * all.
 */
public abstract class RedisDatabaseTests extends AdapterTests {
  private final RedisServer server = RedisServer.shared();

  @Test
  void theSameNameInTwoDatabasesIsTwoLocks() {
    try (LockStore one = store(server.url() + "/1");
        LockStore two = store(server.url() + "/2");
        VerbsForTests a = new VerbsForTests(one, "db");
        VerbsForTests b = new VerbsForTests(two, "db")) {
      String inOne = a.take("n");
      String inTwo = b.take("n");
      assertTrue(answer(a.session.breakHold("n")));
      Awaitility.await().until(() -> a.listener.broken.contains(inOne));
      assertInstanceOf(Standing.Holding.class, b.renew("n", inTwo));
      assertEquals(List.of("n"), answer(b.session.names(10)));
      assertTrue(b.release("n", inTwo));
      assertEquals(Set.of(), Set.copyOf(b.listener.broken));
    }
  }

  @Test
  void nobodyIsWokenByAnotherDatabase() {
    try (LockStore one = store(server.url() + "/1");
        LockStore two = store(server.url() + "/2");
        VerbsForTests a = new VerbsForTests(one, "db");
        VerbsForTests waitsInOne = new VerbsForTests(one, "db");
        VerbsForTests b = new VerbsForTests(two, "db");
        VerbsForTests waitsInTwo = new VerbsForTests(two, "db")) {
      String inOne = a.take("m");
      String inTwo = b.take("m");
      String first = waitsInOne.join("m");
      String second = waitsInTwo.join("m");
      Awaitility.await().until(() -> a.listener.recalled.contains(inOne));
      Awaitility.await().until(() -> b.listener.recalled.contains(inTwo));
      assertTrue(a.release("m", inOne));
      Awaitility.await().until(() -> waitsInOne.listener.granted.contains(first));
      // What the server published for the one has arrived; it keeps the order for the other.
      assertInstanceOf(Standing.Queued.class, waitsInTwo.keepPlace("m", second));
      assertEquals(Set.of(), Set.copyOf(waitsInTwo.listener.granted));
      assertTrue(b.release("m", inTwo));
      Awaitility.await().until(() -> waitsInTwo.listener.granted.contains(second));
      assertEquals(Set.of(first), Set.copyOf(waitsInOne.listener.granted));
      assertEquals(Set.of(second), Set.copyOf(waitsInTwo.listener.granted));
      assertTrue(waitsInOne.release("m", first));
      assertTrue(waitsInTwo.release("m", second));
    }
  }

  @Test
  void aDatabaseThatIsNotThereIsFinal() {
    try (LockStore store = store(server.url() + "/99")) {
      StoreException error =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, "").close());
      assertFalse(error.isTransient(), error.getMessage());
      assertTrue(error.getMessage().contains("DB index is out of range"), error.getMessage());
    }
  }
}
