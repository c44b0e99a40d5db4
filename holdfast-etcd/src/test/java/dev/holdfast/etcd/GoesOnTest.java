package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What watches and what keeps a session alive goes on whatever was thrown in it. */
class GoesOnTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final String namespace = "goes-on-" + UUID.randomUUID();
  private final Client client = Cluster.shared().client();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  @AfterEach
  void close() {
    client.close();
  }

  /** The client, that throws an Error as often as {@link #failures} says when asked for this. */
  private Client broken(String part) {
    return (Client)
        Proxy.newProxyInstance(
            GoesOnTest.class.getClassLoader(),
            new Class<?>[] {Client.class},
            (self, method, arguments) -> {
              if (method.getName().equals(part)) {
                calls.incrementAndGet();
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                  throw new LinkageError("as the test wants");
                }
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private void put(ByteSequence key) throws Exception {
    client.getKVClient().put(key, Keys.bytes("x")).get(10, TimeUnit.SECONDS);
  }

  @Test
  void aWatchThatBeganWithErrorsTells() {
    ByteSequence key = Keys.bytes("/" + namespace);
    AtomicInteger events = new AtomicInteger();
    AtomicInteger gaps = new AtomicInteger();
    failures.set(2);
    KeyWatch letters =
        KeyWatch.of(
            Clients.given(broken("getWatchClient")),
            key,
            0,
            false,
            event -> events.incrementAndGet(),
            gaps::incrementAndGet);
    try {
      await().atMost(SOON).until(() -> gaps.get() >= 2);
      await()
          .atMost(SOON)
          .until(
              () -> {
                put(key);
                return events.get() > 0;
              });
    } finally {
      letters.close();
    }
  }

  @Test
  void whatIsToBeDoneLaterIsDoneWhenAThreadCanBeMade() {
    AtomicInteger threads = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    new DelayedThreads(
            "holdfast-etcd-later",
            task -> {
              if (threads.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return new Thread(task);
            })
        .execute(done::incrementAndGet);
    await().atMost(SOON).until(() -> done.get() == 1);
    assertEquals(3, threads.get());
  }

  @Test
  void aSessionIsKeptAliveAfterErrors() {
    EtcdCoordination service =
        new EtcdCoordination(
            "etcd",
            Clients.given(broken("getKVClient")),
            new Keys("/holdfast", namespace),
            9,
            Duration.ofSeconds(5));
    AtomicInteger ends = new AtomicInteger();
    service.start((session, why) -> ends.incrementAndGet(), () -> {});
    try {
      EtcdSession session = service.session().orTimeout(10, TimeUnit.SECONDS).join();
      failures.set(1);
      await().atMost(SOON).until(() -> failures.get() == 0);
      int before = calls.get();
      await().atMost(SOON).until(() -> calls.get() >= before + 2);
      assertFalse(session.hasEnded());
      assertEquals(0, ends.get());
    } finally {
      service.close();
    }
  }
}
