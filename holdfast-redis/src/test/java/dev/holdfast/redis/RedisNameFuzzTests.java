package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.fuzz.Odd;
import dev.holdfast.fuzz.OddNames;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Odd names on a real server, through one adapter. One is a cluster of a single node: it refuses a
 * script whose keys do not share a slot.
 */
public abstract class RedisNameFuzzTests extends AdapterTests {
  private static final int NAMES = Math.min(Odd.CASES / 10, 100_000);
  private static final int BATCH = 1_000;
  // Nothing expires while a busy machine goes through a batch.
  private static final long TEN_MINUTES = 600_000;
  private static final String NAMESPACE = "A-z_0.9";

  @Test
  void oddNamesAreLocksOfTheirOwnOnACluster() throws Exception {
    try (RedisServer server = RedisServer.started("--cluster-enabled", "yes")) {
      ownAllSlots(server);
      List<String> names = List.copyOf(new OddNames(Odd.SEED).names(NAMES));
      try (LockStore store = store(server.url());
          RespConnection asking = server.client()) {
        Client a = new Client(store, "a/host/1/n");
        Client b = new Client(store, "b/host/1/n");
        for (int from = 0; from < names.size(); from += BATCH) {
          List<String> batch = names.subList(from, Math.min(from + BATCH, names.size()));
          batch.forEach(name -> slotIsTheServers(asking, name));
          everyNameIsALock(batch, a, b);
        }
        a.session.close();
        b.session.close();
        // A free name keeps one key, that of its last stamp.
        assertEquals((long) names.size(), asking.ask("DBSIZE"), "names share keys");
      }
    }
  }

  private static void ownAllSlots(RedisServer server) {
    List<Object> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    IntStream.range(0, 16_384).forEach(words::add);
    server.ask(words.toArray());
    Awaitility.await()
        .until(() -> String.valueOf(server.ask("CLUSTER", "INFO")).contains("cluster_state:ok"));
  }

  private static void slotIsTheServers(RespConnection asking, String name) {
    byte[][] keys = new byte[Keys.PER_NAME][];
    new Keys(NAMESPACE).put(name, keys, 0);
    assertEquals((long) Slots.of(keys[0]), asking.ask("CLUSTER", "KEYSLOT", keys[0]), name);
  }

  /** All are held at once; each is refused to others, waited for, and handed on by itself. */
  private static void everyNameIsALock(List<String> names, Client a, Client b) {
    Map<String, String> held = new LinkedHashMap<>();
    for (String name : names) {
      String attempt = a.attempt();
      assertInstanceOf(Standing.Holding.class, a.acquire(name, attempt, false), name);
      held.put(name, attempt);
    }
    Map<String, String> waiting = new LinkedHashMap<>();
    held.forEach(
        (name, holder) -> {
          Standing.Absent refused =
              assertInstanceOf(Standing.Absent.class, b.acquire(name, b.attempt(), false));
          assertEquals(holder, refused.holder(), name);
          String attempt = b.attempt();
          assertInstanceOf(Standing.Queued.class, b.acquire(name, attempt, true), name);
          waiting.put(name, attempt);
        });
    held.forEach((name, holder) -> assertTrue(a.release(name, holder), name));
    Awaitility.await().until(() -> b.wasToldOf(waiting));
    b.granted.clear();
    waiting.forEach((name, attempt) -> assertTrue(b.release(name, attempt), name));
  }

  @Test
  void oddNamesAreListedAndShownAsTheyAre() throws IOException {
    Set<String> names = new OddNames(Odd.SEED + 1).names(BATCH);
    try (RedisServer server = RedisServer.started();
        LockStore store = store(server.url());
        VerbsForTests a = new VerbsForTests(store, "");
        VerbsForTests elsewhere = new VerbsForTests(store, NAMESPACE)) {
      names.forEach(a::take);
      assertEquals(names, new HashSet<>(VerbsForTests.answer(a.session.names(2 * BATCH))));
      for (String name : names) {
        assertTrue(VerbsForTests.answer(a.session.inspect(name)).isHeld(), name);
      }
      assertEquals(List.of(), VerbsForTests.answer(elsewhere.session.names(1)));
      names.forEach(elsewhere::take);
    }
  }

  /** A client that remembers which name it was granted by push, for which attempt. */
  private static final class Client implements StoreListener {
    final Map<String, String> granted = new ConcurrentHashMap<>();
    final StoreSession session;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final String id;
    private int attempts;

    Client(LockStore store, String id) {
      this.id = id;
      session = store.open(new ClientIdentity(id, NAMESPACE), this);
      Awaitility.await().until(() -> subscriptions.get() > 0);
    }

    /** Of these and of no others; of some of them if the subscription was lost for a moment. */
    boolean wasToldOf(Map<String, String> names) {
      assertTrue(names.entrySet().containsAll(granted.entrySet()), "told of another's grant");
      return granted.size() == names.size() || subscriptions.get() > 1;
    }

    String attempt() {
      return id + "/" + ++attempts;
    }

    Standing acquire(String name, String attempt, boolean waits) {
      return VerbsForTests.answer(
          session.acquire(
              new AcquireRequest(
                  name,
                  attempt,
                  Mode.EXCLUSIVE,
                  waits,
                  TEN_MINUTES,
                  TEN_MINUTES,
                  TEN_MINUTES,
                  attempts)));
    }

    boolean release(String name, String attempt) {
      return VerbsForTests.answer(
          session.release(new ReleaseRequest(name, attempt, 0, false, 60_000)));
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      granted.put(name, attempt);
    }

    @Override
    public void recalled(String name, String attempt) {}

    @Override
    public void broken(String name, String attempt) {}

    @Override
    public void changed() {
      subscriptions.incrementAndGet();
    }
  }
}
