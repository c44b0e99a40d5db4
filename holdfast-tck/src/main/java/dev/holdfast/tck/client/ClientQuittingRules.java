package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** W2 as users see it: a caller that gives up leaves neither a hold nor a waiter. */
public interface ClientQuittingRules extends RuleGroup {
  @Test
  default void required_W2_aTimeoutLeavesNothing(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease held = a.mutex("n").acquire();
    long begun = System.nanoTime();
    assertTrue(b.mutex("n").tryAcquire(Duration.ofMillis(300)).isEmpty());
    assertThrows(LockTimeoutException.class, () -> b.mutex("n").acquire(Duration.ofMillis(300)));
    assertTrue(b.mutex("n").tryAcquireAsync(Duration.ofMillis(300)).get(10, SECONDS).isEmpty());
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertTrue(millis >= 890 && millis < 10_000, () -> "three times 300 ms took " + millis);
    nobodyWaits(rig);
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_anInterruptLeavesNothing(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    SpiClient witness = SpiClient.of(rig, "witness");
    Lease held = a.mutex("n").acquire();
    for (Holdfast client : List.of(a, b)) {
      AtomicReference<Object> outcome = new AtomicReference<>();
      Thread thread = new Thread(() -> outcome.set(acquire(client.mutex("n"))), "tck-waiter");
      thread.start();
      Until.met(
          Duration.ofSeconds(10),
          "it waits",
          () ->
              thread.getState() == Thread.State.WAITING
                  || thread.getState() == Thread.State.TIMED_WAITING);
      if (client == b) {
        Until.met(Duration.ofSeconds(10), "it queues", () -> witness.waiters("n").size() == 1);
      }
      thread.interrupt();
      thread.join(10_000);
      assertEquals(InterruptedException.class, outcome.get());
    }
    nobodyWaits(rig);
    assertTrue(held.isHeld());
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_anInterruptedThreadIsRefusedAtOnceButMayRelease(Rig rig)
      throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease held = a.mutex("m").acquire();
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> a.mutex("n").acquire().close());
    assertFalse(Thread.currentThread().isInterrupted(), "the flag went into the exception");
    Thread.currentThread().interrupt();
    held.release();
    Lease uninterrupted = a.mutex("n").acquireUninterruptibly();
    assertTrue(Thread.interrupted(), "the flag is restored");
    assertTrue(uninterrupted.isHeld());
    uninterrupted.close();
    ClientSectionRules.nothingIsLeft(rig, "m");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_aCancelledFutureLeavesTheQueue(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    SpiClient witness = SpiClient.of(rig, "witness");
    Lease held = a.mutex("n").acquire();
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    Until.met(Duration.ofSeconds(10), "it queues", () -> witness.waiters("n").size() == 1);
    assertTrue(waiting.cancel(true));
    nobodyWaits(rig);
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** The cancellation meets the grant halfway; jetcd lets an abandoned waiter get the lock. */
  @Test
  default void required_W2_aCancellationThatRacesTheGrantLeavesNothing(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    SpiClient witness = SpiClient.of(rig, "witness");
    for (int round = 0; round < 15; round++) {
      Lease held = a.mutex("n").acquire(Duration.ofSeconds(20));
      CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
      if (round % 3 != 0) {
        Until.met(Duration.ofSeconds(10), "it queues", () -> witness.waiters("n").size() == 1);
      }
      Racers.run(List.of(held::release, () -> waiting.cancel(true)));
      if (!waiting.isCancelled()) {
        waiting.get(20, SECONDS).close();
      }
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_aLeaseThatNobodyTakesIsReleased(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease held = a.mutex("n").acquire();
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    assertTrue(waiting.complete(held), "completed by other code");
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_aTimedAcquireEndsInTimeWhileTheStoreIsSilent(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    store.cut();
    assertThrows(StoreException.class, () -> a.mutex("n").tryAcquire());
    long begun = System.nanoTime();
    assertThrows(StoreException.class, () -> a.mutex("n").acquire(Duration.ofMillis(400)));
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertTrue(millis < 5_000, () -> "400 ms took " + millis + " ms");
    store.heal();
    Lease lease = a.mutex("n").acquire(Duration.ofSeconds(20));
    lease.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /**
   * The acquire arrived, its reply did not, and its caller has left: no client knows of the hold.
   */
  @Test
  default void required_W2_anAcquireOfUnknownOutcomeIsEnded(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    store.loseAcquireReplies(1);
    try {
      a.mutex("n").tryAcquire().ifPresent(Lease::close);
    } catch (StoreException unknown) {
      assertTrue(unknown.isTransient());
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static Object acquire(DistributedLock lock) {
    try (Lease lease = lock.acquire()) {
      return lease;
    } catch (InterruptedException | RuntimeException thrown) {
      return thrown.getClass();
    }
  }

  private static void nobodyWaits(Rig rig) {
    SpiClient witness = SpiClient.of(rig, "no-waiters");
    Until.met(Duration.ofSeconds(10), "no client waits", () -> witness.waiters("n").isEmpty());
  }
}
