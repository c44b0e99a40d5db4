package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseInfo;
import dev.holdfast.LockInfo;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/**
 * O1 to O4 as users see them: a client that precedes its store, one that shuts down, and what a
 * client tells of itself.
 */
public interface LifeCycleRules extends RuleGroup {
  @Test
  default void required_O1_aClientMayBeMadeBeforeItsStoreCanBeReached(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    store.cut();
    Holdfast a = rig.holdfast("a", store, Holdfast.Builder::openLazily);
    Duration wait = Duration.ofMillis(200);
    StoreException timed =
        assertThrows(StoreException.class, () -> a.mutex("n").acquire(wait).close());
    String said = String.valueOf(timed.getMessage());
    assertTrue(said.endsWith("nothing was locked"), said);
    assertThrows(StoreException.class, () -> a.mutex("n").tryAcquire());
    assertThrows(StoreException.class, () -> a.inspect("n"));
    store.heal();
    Lease lease = a.mutex("n").acquire(Duration.ofSeconds(30));
    assertTrue(rig.holdfast("b").mutex("n").tryAcquire().isEmpty(), "it is held");
    lease.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_O2_holdersFinishBeforeAClientIsClosed(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease lease = a.mutex("held").acquire();
    Lease others = b.mutex("others").acquire();
    CompletableFuture<Lease> waiting = a.mutex("others").acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> b.inspect("others").waiters().size() == 1);
    CompletableFuture<Boolean> quiesced = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> quiesced.complete(a.quiesce(Duration.ofSeconds(60))), "tck-quiesce");
    thread.start();
    ExecutionException refused =
        assertThrows(ExecutionException.class, () -> waiting.get(10, SECONDS));
    assertInstanceOf(IllegalStateException.class, refused.getCause());
    Until.met(
        Duration.ofSeconds(10), "no client waits", () -> b.inspect("others").waiters().isEmpty());
    assertThrows(IllegalStateException.class, () -> a.mutex("n").tryAcquire());
    assertTrue(b.mutex("held").tryAcquire().isEmpty(), "it is still held");
    assertTrue(lease.isHeld());
    assertFalse(quiesced.isDone());
    lease.close();
    assertTrue(quiesced.get(20, SECONDS), "nothing was left");
    assertTrue(b.mutex("held").tryAcquire().isPresent());
    assertTrue(others.isHeld());
  }

  @Test
  default void required_O2_whatIsLeftIsLostWhenTheTimeIsOver(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease lease = a.mutex("n").acquire();
    assertFalse(a.quiesce(Duration.ofMillis(100)), "a lease was left");
    assertFalse(lease.isHeld());
    assertTrue(rig.holdfast("b").mutex("n").tryAcquire().isPresent(), "it is free at once");
  }

  @Test
  default void required_O3_aClientTellsWhatItHasAndWaitsFor(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease lease = a.mutex("n").acquire();
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> a.inspect("n").waiters().size() == 1);
    LeaseInfo told = a.leases().get(0);
    assertEquals("n", told.name());
    assertEquals(lease.token(), told.token());
    assertEquals(List.of(1, 0), List.of(a.statistics().held(), a.statistics().waiting()));
    assertEquals(List.of(0, 1), List.of(b.statistics().held(), b.statistics().waiting()));
    assertEquals(List.of(), a.waits());
    assertEquals("n", b.waits().get(0).name());
    assertEquals(1, b.waits().get(0).requests());
    lease.close();
    waiting.get(30, SECONDS).close();
    Until.met(
        Duration.ofSeconds(10), "nothing is held", () -> b.statistics().pendingReleases() == 0);
    assertTrue(a.leases().isEmpty() && b.leases().isEmpty() && b.waits().isEmpty());
    assertEquals(List.of(0, 0), List.of(b.statistics().held(), b.statistics().waiting()));
    assertEquals(1, b.statistics().granted());
  }

  @Test
  default void required_O4_aListenerHearsOfEachLeaseOnce(Rig rig) throws Exception {
    record Writing(List<String> heard) implements HoldfastListener {
      @Override
      public void acquired(Acquired event) {
        heard.add("acquired " + event.token() + " " + event.how());
      }

      @Override
      public void notAcquired(NotAcquired event) {
        heard.add("not " + event.why());
      }

      @Override
      public void released(Released event) {
        heard.add("released " + event.token());
      }

      @Override
      public void lost(String name, long token, Loss loss) {
        heard.add("lost " + token);
      }
    }
    List<String> heard = new CopyOnWriteArrayList<>();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store, builder -> builder.listener(new Writing(heard)));
    Holdfast b = rig.holdfast("b");
    Lease free = a.mutex("n").acquire();
    assertTrue(a.mutex("n").tryAcquire().isEmpty());
    free.close();
    Lease theirs = b.mutex("n").acquire();
    int answered = store.acquiresAnswered();
    CompletableFuture<Lease> waiting = a.mutex("n").acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> store.acquiresAnswered() > answered);
    theirs.close();
    Lease queued = waiting.get(30, SECONDS);
    queued.release();
    queued.release();
    Lease lost = a.mutex("n").acquire();
    assertTrue(b.breakHold("n"));
    Until.met(
        ClientLossRules.TOLD, "the loss is told", () -> heard.contains("lost " + lost.token()));
    lost.release();
    Until.met(ClientLossRules.TOLD, "the rest is told", () -> heard.contains("not BUSY"));
    assertEquals(
        Set.of(
            "acquired " + free.token() + " FREE",
            "not BUSY",
            "released " + free.token(),
            "acquired " + queued.token() + " QUEUED",
            "released " + queued.token(),
            "acquired " + lost.token() + " FREE",
            "lost " + lost.token()),
        Set.copyOf(heard));
    assertEquals(7, heard.size(), () -> "once: " + heard);
    assertTrue(heard.indexOf("acquired " + free.token() + " FREE") == 0, () -> "first: " + heard);
  }

  @Test
  default void required_O7_aNoteIsShownWithTheHoldAndThePlace(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    String note = "GET /orders/7, trace 4711: größer";
    Lease held = a.mutex("n").withNote(note).acquire();
    LockInfo.Hold hold = b.inspect("n").hold().orElseThrow();
    assertEquals(Optional.of(note), hold.owner().note());
    assertEquals(Optional.empty(), hold.owner().data(), "it is no candidate");
    CompletableFuture<Lease> waiting = b.mutex("n").withNote("x".repeat(256)).acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> b.inspect("n").waiters().size() == 1);
    assertEquals(Optional.of("x".repeat(256)), b.inspect("n").waiters().get(0).note());
    held.close();
    waiting.get(30, SECONDS).close();
    a.mutex("n").acquire().close();
    assertFalse(b.inspect("n").isHeld());
  }
}
