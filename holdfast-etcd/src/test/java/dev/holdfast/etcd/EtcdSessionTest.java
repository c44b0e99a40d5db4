package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.GetOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is asked of etcd in one session, at the level of its keys. */
class EtcdSessionTest {
  private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);

  private final Client client = Cluster.shared().client();
  private final String namespace = "keys-" + UUID.randomUUID();
  private final Keys keys = new Keys("/holdfast", namespace);
  private final EtcdCoordination service =
      new EtcdCoordination("etcd", Clients.given(client), keys, 10, Duration.ofSeconds(20));

  @AfterEach
  void close() {
    service.close();
    client.close();
  }

  private static <T> T answer(CompletionStage<T> asked) throws Exception {
    return asked.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static AcquireRequest request(String name, String attempt) {
    return new AcquireRequest(name, attempt, Mode.EXCLUSIVE, true, 1_000, 1_000, 1_000, 1);
  }

  @Test
  void whatWasRefusedDoesNotComeAnyMore() throws Exception {
    EtcdSession session = answer(service.session());
    assertFalse(answer(session.refuse("n", "a/1")), "it had not come");
    assertThrows(ExecutionException.class, () -> answer(session.queue(request("n", "a/1"))));
    assertNull(answer(session.read("n", true)).child("a/1"));
    assertNotNull(answer(session.queue(request("n", "a/2"))).made());
    assertTrue(answer(session.refuse("n", "a/2")), "it had come");
    assertEquals(List.of(), answer(session.read("n", true)).children());
  }

  @Test
  void placesAreInTheOrderInWhichTheyCame() throws Exception {
    EtcdSession session = answer(service.session());
    for (String attempt : List.of("z/1", "a/1", "m/1")) {
      assertTrue(answer(session.queue(request("n", attempt))).done());
    }
    NameSnapshot snapshot = answer(session.read("n", true));
    assertEquals(
        List.of("z/1", "a/1", "m/1"),
        snapshot.children().stream().map(child -> child.attempt()).toList());
  }

  /** Until etcd is compacted it walks over all keys that there ever were. */
  @Test
  void aNameIsLockedAgainAndAgainWithTheSameKey() throws Exception {
    StoreSession store =
        EtcdStore.of(client)
            .open(new ClientIdentity("a/h/1/" + UUID.randomUUID(), namespace), StoreListener.DEAF);
    try {
      Set<String> used = new HashSet<>();
      for (int i = 0; i < 5; i++) {
        String attempt = "a/h/1/x/" + i;
        Standing.Holding unused = take(store, attempt);
        used.addAll(keysOfAttempts());
        assertTrue(answer(store.release(new ReleaseRequest("n", attempt, 0, false, 60_000))));
      }
      assertEquals(1, used.size(), used::toString);
      assertEquals(List.of(), keysOfAttempts());
    } finally {
      store.close();
    }
  }

  private List<String> keysOfAttempts() throws Exception {
    String register = keys.register("n");
    GetOption all = GetOption.builder().isPrefix(true).build();
    return answer(client.getKVClient().get(Keys.bytes(register), all)).getKvs().stream()
        .map(one -> Keys.text(one.getKey()))
        .filter(key -> !key.equals(register))
        .toList();
  }

  /** A request that comes late must not harm who has the key by then. */
  @Test
  void whatTakesAnAttemptAwayTakesNoOther() throws Exception {
    EtcdSession session = answer(service.session());
    String first = answer(session.queue(request("n", "a/1"))).made().node();
    assertTrue(answer(session.delete("n", first)));
    assertEquals(List.of(), answer(session.read("n", true)).children());
    String second = answer(session.queue(request("n", "a/2"))).made().node();
    assertEquals(keys.attempt("n", first), keys.attempt("n", second), "the same key");
    assertFalse(answer(session.delete("n", first)));
    assertFalse(answer(session.leave("n", first, null)).found());
    assertFalse(answer(session.refuse("n", "a/1")));
    assertNotNull(answer(session.read("n", true)).child("a/2"));
    assertTrue(answer(session.refuse("n", "a/2")));
    assertEquals(List.of(), answer(session.read("n", true)).children());
  }

  @Test
  void aSessionThatIsGivenUpIsOver() throws Exception {
    EtcdSession session = answer(service.session());
    assertTrue(session.remainingMillis(new SessionTicker().nanos()) > 5_000);
    assertTrue(answer(session.alive()));
    assertTrue(answer(session.close()));
    EtcdSession same = answer(service.session());
    assertThrows(ExecutionException.class, () -> answer(same.queue(request("n", "a/1"))));
    service.close();
  }

  @Test
  void aNameThatComesBackKeepsItsOrder() throws Exception {
    StoreSession store =
        EtcdStore.of(client)
            .open(new ClientIdentity("a/h/1/" + UUID.randomUUID(), namespace), StoreListener.DEAF);
    try {
      Standing.Holding held = take(store, "a/h/1/x/1");
      long ahead = held.stamp() + HOUR_MICROS;
      answer(store.keepAlive(List.of(new KeepAlive.Raise("n", "a/h/1/x/1", 1_000, ahead))));
      NameCleanup forgetting =
          new NameCleanup(service, keys, new SessionTicker(), new WallTicker());
      assertEquals(0, answer(forgetting.forget(Long.MAX_VALUE)), "it is in use");
      assertTrue(answer(store.release(new ReleaseRequest("n", "a/h/1/x/1", 0, false, 60_000))));
      assertEquals(0, answer(forgetting.forget(1)), "it was used since");
      assertEquals(1, answer(forgetting.forget(Long.MAX_VALUE)));
      EtcdSession session = answer(service.session());
      NameSnapshot gone = answer(session.read("n", true));
      assertEquals(0, gone.version());
      // The client that knew it as free must not take it by what it knew.
      assertTrue(take(store, "a/h/1/x/2").stamp() > ahead, "no clock says so, but the floor");
    } finally {
      store.close();
    }
  }

  private static Standing.Holding take(StoreSession store, String attempt) throws Exception {
    return (Standing.Holding) answer(store.acquire(request("n", attempt)));
  }
}
