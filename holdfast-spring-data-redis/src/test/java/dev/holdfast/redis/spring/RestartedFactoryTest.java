package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A factory that is stopped, and started again, while locks are kept over it. */
class RestartedFactoryTest {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ConditionFactory soon() {
    return Awaitility.await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20));
  }

  @ParameterizedTest
  @EnumSource
  void leasesOutliveIt(Library library) throws Exception {
    String name = "outlives " + library;
    LockOptions lease = LockOptions.defaults().lease(Duration.ofSeconds(6));
    try (FactoryForTests factory = library.server(server.url());
        LockStore store = SpringRedisStore.of(factory.factory());
        Holdfast mine = Holdfast.builder(store).options(lease).build();
        LockStore others = OwningStore.at(library, server.url());
        Holdfast other = Holdfast.over(others)) {
      Lease held = mine.mutex(name).acquire();
      CompletableFuture<Lease> next = other.mutex(name).acquireAsync();
      soon().until(() -> !other.inspect(name).waiters().isEmpty());
      factory.stop();
      StoreException stopped =
          assertThrows(StoreException.class, () -> mine.mutex("another").tryAcquire());
      assertTrue(stopped.isTransient(), stopped.getMessage());
      soon().until(() -> held.remaining().compareTo(Duration.ofSeconds(3)) < 0);
      factory.start();
      soon().until(() -> held.remaining().compareTo(Duration.ofSeconds(4)) > 0);
      assertTrue(held.isHeld());
      assertFalse(next.isDone());
      held.close();
      Lease handed = next.get(10, TimeUnit.SECONDS);
      assertTrue(handed.token() > held.token());
      handed.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings("try") // the client and the store are closed in the middle
  void aClientThatWasClosedBeforeItIsOpenedAgainAfterIt(Library library) throws Exception {
    try (FactoryForTests factory = library.server(server.url());
        LockStore store = SpringRedisStore.of(factory.factory());
        Holdfast mine = Holdfast.over(store)) {
      DistributedLock lock = mine.mutex("reopened " + library);
      mine.close();
      factory.stop();
      StoreException stopped = assertThrows(StoreException.class, mine::reopen);
      assertTrue(stopped.isTransient(), stopped.getMessage());
      factory.start();
      mine.reopen();
      lock.acquire().close();
      mine.close();
      store.close();
      StoreException closed = assertThrows(StoreException.class, mine::reopen);
      assertTrue(closed.getMessage().endsWith("no session was opened"), closed.getMessage());
      assertFalse(closed.isTransient(), closed.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void pushesArriveAgain(Library library) {
    try (FactoryForTests factory = library.server(server.url());
        LockStore store = SpringRedisStore.of(factory.factory());
        VerbsForTests waiter = new VerbsForTests(store, "push");
        LockStore others = OwningStore.at(library, server.url());
        VerbsForTests holder = new VerbsForTests(others, "push")) {
      for (int round = 0; round < 3; round++) {
        int before = waiter.listener.changes.get();
        factory.stop();
        factory.start();
        // What fails first makes the session look.
        soon()
            .until(
                () -> {
                  waiter.session.inspect("n").toCompletableFuture().exceptionally(e -> null);
                  return waiter.listener.changes.get() > before;
                });
        String name = library + " " + round;
        String held = holder.take(name);
        soon()
            .ignoreExceptionsInstanceOf(AssertionError.class)
            .until(() -> waiter.join("x") != null);
        String next = waiter.join(name);
        assertTrue(holder.release(name, held));
        soon().until(() -> waiter.listener.granted.contains(next));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSessionOverAFactoryThatIsStoppedIsNotOpened(Library library) {
    try (FactoryForTests factory = library.server(server.url());
        LockStore store = SpringRedisStore.of(factory.factory())) {
      factory.stop();
      StoreException refused =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
      assertTrue(refused.isTransient(), refused.getMessage());
      assertTrue(refused.getMessage().contains("does not run"), refused.getMessage());
      factory.start();
      try (VerbsForTests client = new VerbsForTests(store, "")) {
        assertTrue(client.release("a", client.take("a")));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingOverAFactoryThatIsStoppedLeavesNoThread(Library library) throws Exception {
    FactoryForTests factory = library.server(server.url());
    LockStore store = SpringRedisStore.of(factory.factory());
    Holdfast client = Holdfast.over(store);
    Lease lost = client.mutex("left " + library).acquire();
    factory.close();
    long start = System.nanoTime();
    client.close();
    store.close();
    store.close();
    assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10));
    assertFalse(lost.isHeld());
    soon().untilAsserted(() -> assertEquals("", threads()));
  }

  private static String threads() {
    StringBuilder names = new StringBuilder();
    Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("holdfast-"))
        .forEach(name -> names.append(name).append(' '));
    return names.toString();
  }

  @ParameterizedTest
  @EnumSource
  void aSessionThatWasClosedIsNotOpenedAgain(Library library) {
    try (FactoryForTests factory = library.server(server.url());
        LockStore store = SpringRedisStore.of(factory.factory())) {
      VerbsForTests client = new VerbsForTests(store, "closed");
      client.close();
      int before = client.listener.changes.get();
      factory.stop();
      factory.start();
      assertFalse(VerbsForTests.refusal(client.session.inspect("a")).isTransient());
      assertEquals("", restoring());
      assertEquals(before, client.listener.changes.get());
    }
  }

  private static String restoring() {
    return threads().contains(ReconnectingSession.THREAD_NAME) ? threads() : "";
  }
}
