package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pushes, when what carries them is cut, and scripts, when the server forgets them. */
public abstract class RedisPushTests extends AdapterTests {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aSubscriptionThatWasKilledStandsAgain() throws Exception {
    standsAgainAfter(() -> server.ask("CLIENT", "KILL", "TYPE", "pubsub"));
  }

  @Test
  void aSubscriptionStandsAgainAfterARestart() throws Exception {
    standsAgainAfter(server::restart);
  }

  private interface Fault {
    void happens() throws Exception;
  }

  private void standsAgainAfter(Fault fault) throws Exception {
    try (LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "p");
        VerbsForTests b = new VerbsForTests(store, "p")) {
      for (int round = 0; round < 3; round++) {
        pushesArrive(a, b, "n" + round);
        int changesOfA = a.listener.changes.get();
        int changesOfB = b.listener.changes.get();
        fault.happens();
        Awaitility.await()
            .atMost(Duration.ofSeconds(3))
            .until(
                () ->
                    a.listener.changes.get() > changesOfA && b.listener.changes.get() > changesOfB);
      }
      pushesArrive(a, b, "last");
    }
  }

  private static void pushesArrive(VerbsForTests a, VerbsForTests b, String name) {
    Awaitility.await()
        .ignoreExceptionsInstanceOf(AssertionError.class)
        .until(() -> assertInstanceOf(Standing.class, a.renew(name, a.attempt())) != null);
    String held = a.take(name);
    String waiting = b.join(name);
    Awaitility.await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> a.listener.recalled.contains(held));
    assertTrue(a.release(name, held));
    Awaitility.await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> b.listener.granted.contains(waiting));
    assertTrue(b.release(name, waiting));
  }

  @Test
  void forgottenScriptsInTheMiddleOfTrafficDisturbNobody() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicBoolean over = new AtomicBoolean();
    int[] count = new int[1];
    try (LockStore store = store(server.url());
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      Future<?> flushes =
          threads.submit(
              () -> {
                try (RespConnection client = server.client()) {
                  while (!over.get()) {
                    client.ask("SCRIPT", "FLUSH");
                  }
                }
                return null;
              });
      Future<?> first = threads.submit(() -> increments(one, count));
      Future<?> second = threads.submit(() -> increments(two, count));
      first.get();
      second.get();
      over.set(true);
      flushes.get();
    } finally {
      threads.shutdownNow();
    }
    assertTrue(count[0] == 600, "increments: " + count[0]);
  }

  private static void increments(Holdfast client, int[] count) {
    for (int i = 0; i < 300; i++) {
      try (Lease lease = client.mutex("counter").acquireUninterruptibly()) {
        assertTrue(lease.token() > 0);
        count[0]++;
      }
    }
  }
}
