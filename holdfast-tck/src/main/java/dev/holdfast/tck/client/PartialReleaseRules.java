package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** N6 as users see it: a lease gives a part of its permits back. */
@Needs(Mode.COUNTED)
public interface PartialReleaseRules extends RuleGroup {
  private static DistributedSemaphore ofFour(Rig rig, String client) throws Exception {
    assumeTrue(
        SpiClient.of(rig, "asks").reduces(),
        "not asked: this store takes permits back together only");
    return rig.holdfast(client).semaphore("n", 4);
  }

  @Test
  default void required_N6_aLeaseGivesAPartBackAndHoldsTheRest(Rig rig) throws Exception {
    DistributedSemaphore a = ofFour(rig, "a");
    DistributedSemaphore b = ofFour(rig, "b");
    Lease held = a.acquire(4);
    CompletableFuture<Lease> waits = b.taking(3).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    long token = held.token();
    held.release(1);
    assertEquals(3, held.permits());
    held.release(2);
    assertEquals(1, held.permits());
    Lease three = waits.get(SOON.toSeconds(), SECONDS);
    assertTrue(held.isHeld());
    assertEquals(token, held.token());
    held.ensure(Duration.ofSeconds(5));
    assertTrue(b.tryAcquire().isEmpty());
    assertEquals(
        List.of(1, 3),
        rig.holdfast("c").inspect("n").holds().stream().map(LockInfo.Hold::permits).toList());
    assertThrows(IllegalArgumentException.class, () -> held.release(2));
    assertThrows(IllegalArgumentException.class, () -> held.release(0));
    held.release(1);
    assertFalse(held.isHeld());
    assertThrows(IllegalStateException.class, () -> held.release(1));
    three.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N6_whatIsLeftIsNotLentAsIfItWereAll(Rig rig) throws Exception {
    DistributedSemaphore a = ofFour(rig, "a");
    Lease held = a.acquire(3);
    held.release(2);
    Lease two = ofFour(rig, "b").acquire(2);
    CompletableFuture<Lease> next = a.taking(3).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    held.close();
    assertFalse(next.isDone(), "two of four are held, and it asks for three");
    two.close();
    next.get(SOON.toSeconds(), SECONDS).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }
}
