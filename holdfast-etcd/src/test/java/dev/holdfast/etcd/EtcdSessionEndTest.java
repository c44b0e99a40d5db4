package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.consensus.Register;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** etcd leases that end under their holders and waiters, on real members. */
class EtcdSessionEndTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final String namespace = "ends-" + UUID.randomUUID();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final Client client = Cluster.shared().client();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
    client.close();
  }

  private Holdfast holdfast() {
    Holdfast holdfast = Holdfast.builder(EtcdStore.of(client)).namespace(namespace).build();
    open.add(holdfast);
    return holdfast;
  }

  private List<String> keys() throws Exception {
    return client
        .getKVClient()
        .get(
            Keys.bytes("/holdfast/hf1:" + namespace + "/"),
            GetOption.builder().isPrefix(true).build())
        .get(10, TimeUnit.SECONDS)
        .getKvs()
        .stream()
        .map(KeyValue::getKey)
        .map(Keys::text)
        .toList();
  }

  /** The leases of the sessions that there are. */
  private List<Long> leases() throws Exception {
    return keys().stream()
        .filter(key -> key.contains("/s/"))
        .map(key -> Long.parseUnsignedLong(key.substring(key.lastIndexOf('/') + 1), 16))
        .toList();
  }

  private void revoke(long lease) throws Exception {
    client.getLeaseClient().revoke(lease).get(10, TimeUnit.SECONDS);
  }

  @Test
  void theHolderIsToldAndTheNextOneHasAGreaterToken() throws Exception {
    Holdfast mine = holdfast();
    Lease lease = mine.mutex("n").acquire();
    long session = leases().get(0);
    Holdfast other = holdfast();
    List<Loss> told = new CopyOnWriteArrayList<>();
    lease.onLost(told::add);
    CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
    await().atMost(SOON).until(() -> other.inspect("n").waiters().size() == 1);
    revoke(session);
    Lease next = waiting.get(20, TimeUnit.SECONDS);
    await().atMost(Duration.ofSeconds(5)).until(() -> told.size() == 1);
    assertEquals(Loss.Kind.SESSION_ENDED, told.get(0).kind(), told.get(0)::toString);
    assertFalse(lease.isHeld());
    assertThrows(LeaseLostException.class, lease::close);
    assertTrue(next.token() > lease.token());
    assertTrue(next.isHeld(), "a late release must not end the next hold");
    next.close();
    try (Lease again = mine.mutex("n").acquire(SOON)) {
      assertTrue(again.token() > next.token(), "the client goes on with a new session");
    }
  }

  /** The clock of the members has been past May 2041, or something else wrote that. */
  @Test
  void aStampThatMakesNoTokenIsSaidAndTheTroubleOfItsNameAlone() throws Exception {
    Holdfast mine = holdfast();
    Lease good = mine.mutex("good").acquire();
    mine.mutex("n").acquire().close();
    client
        .getKVClient()
        .put(
            Keys.bytes(new Keys("/holdfast", namespace).register("n")),
            ByteSequence.from(Register.fresh(Long.MAX_VALUE / 4096 - 1).encode()))
        .get(10, TimeUnit.SECONDS);
    StoreException said =
        assertThrows(StoreException.class, () -> mine.mutex("n").acquire(Duration.ofSeconds(5)));
    assertTrue(said.getMessage().contains("no token can be made of"), said.getMessage());
    good.ensure(Duration.ofSeconds(1));
    await().atMost(SOON).until(() -> mine.names(10).equals(List.of("good")));
    good.close();
  }

  /** etcd #11456: who waited while its lease ended must not be granted by what it was then. */
  @Test
  void whoWaitedQueuesAnewWithItsNewSession() throws Exception {
    Holdfast mine = holdfast();
    mine.mutex("another").acquire().close();
    long session = leases().get(0);
    Holdfast other = holdfast();
    Lease held = other.mutex("n").acquire();
    CompletableFuture<Lease> waiting = mine.mutex("n").acquireAsync();
    await().atMost(SOON).until(() -> other.inspect("n").waiters().size() == 1);
    String before = other.inspect("n").waiters().get(0).id();
    revoke(session);
    await()
        .atMost(SOON)
        .until(
            () -> {
              List<Owner> waiters = other.inspect("n").waiters();
              return waiters.size() == 1 && !leases().contains(session) && !waiting.isDone();
            });
    held.close();
    try (Lease next = waiting.get(20, TimeUnit.SECONDS)) {
      assertTrue(next.token() > held.token(), before);
      assertEquals(1, other.inspect("n").holds().size());
    }
    await().atMost(SOON).until(() -> !other.inspect("n").isHeld());
    assertEquals(List.of(), other.inspect("n").waiters());
  }

  /** It may fail, and then says so; but nobody else holds what nobody else ever wanted. */
  @Test
  void aTryThatMeetsTheEndOfItsSessionIsNotRefused() throws Exception {
    Holdfast mine = holdfast();
    int name = 0;
    for (int end = 0; end < 10; end++) {
      mine.mutex("n").acquire(SOON).close();
      long session = leases().get(0);
      CompletableFuture<?> revoked = client.getLeaseClient().revoke(session);
      for (boolean last = false; !last; ) {
        last = revoked.isDone();
        try {
          Optional<Lease> tried = mine.mutex("n" + name++).tryAcquire();
          assertTrue(tried.isPresent(), "nobody else holds it");
          tried.get().close();
        } catch (StoreException unknown) {
          assertTrue(unknown.isTransient(), unknown::getMessage);
        } catch (LeaseLostException ended) {
          assertEquals(Loss.Kind.SESSION_ENDED, ended.loss().kind(), ended::getMessage);
        }
      }
      revoked.get(10, TimeUnit.SECONDS);
    }
  }

  /** jetcd #291: a waiter that gave up was granted all the same, and nobody released it. */
  @Test
  void whoGaveUpLeavesNothing() throws Exception {
    Holdfast mine = holdfast();
    Holdfast other = holdfast();
    Lease held = mine.mutex("n").acquire();
    CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
    await().atMost(SOON).until(() -> mine.inspect("n").waiters().size() == 1);
    assertTrue(waiting.cancel(false));
    assertTrue(other.mutex("n").tryAcquire(Duration.ofMillis(300)).isEmpty());
    await().atMost(SOON).until(() -> mine.inspect("n").waiters().isEmpty());
    held.close();
    await().atMost(SOON).until(() -> !mine.inspect("n").isHeld());
    assertEquals(List.of(), keys().stream().filter(key -> key.contains("~")).toList());
    mine.mutex("n").acquire(SOON).close();
  }

  /** A client that is closed leaves the register alone, and the user's client as it was. */
  @Test
  void nothingIsLeftInTheUsersClient() throws Exception {
    Holdfast mine = holdfast();
    Holdfast other = holdfast();
    Lease lease = mine.mutex("n").acquire();
    mine.close();
    assertFalse(lease.isHeld());
    try (Lease next = other.mutex("n").acquire(SOON)) {
      assertTrue(next.token() > lease.token());
    }
    other.close();
    String root = "/holdfast/hf1:" + namespace;
    assertEquals(List.of(root + "/layout", root + "/n/n/"), keys());
  }

  @Test
  void aWatchBeginsAnewWhereEtcdHasForgotten() throws Exception {
    var key = Keys.bytes("/holdfast/hf1:" + namespace + "/watched");
    long first = put(key, "1");
    long last = put(key, "2");
    client.getKVClient().compact(last).get(10, TimeUnit.SECONDS);
    List<String> seen = new CopyOnWriteArrayList<>();
    List<String> gaps = new CopyOnWriteArrayList<>();
    KeyWatch letters =
        KeyWatch.of(
            Clients.given(client),
            key,
            first,
            false,
            event -> seen.add(Keys.text(event.getKeyValue().getValue())),
            () -> gaps.add("gap"));
    try {
      await().atMost(SOON).until(() -> !gaps.isEmpty());
      await()
          .atMost(SOON)
          .until(
              () -> {
                long unused = put(key, "3");
                return seen.contains("3");
              });
    } finally {
      letters.close();
      client.getKVClient().delete(key).get(10, TimeUnit.SECONDS);
    }
  }

  private long put(io.etcd.jetcd.ByteSequence key, String value) throws Exception {
    return client
        .getKVClient()
        .put(key, Keys.bytes(value))
        .get(10, TimeUnit.SECONDS)
        .getHeader()
        .getRevision();
  }
}
