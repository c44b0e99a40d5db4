package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.test.WiredStore.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions to a store that takes its time: who asks waits for the answer, and gets it. */
class AwaitedAnswerTest {
  private final Workbench bench = Workbench.patient();
  private final Holdfast client = bench.client("mine");

  @Test
  void whoAsksWhoHoldsWaitsForTheAnswer() throws Exception {
    Lease held = client.mutex("a").tryAcquire().orElseThrow();
    bench.store.wire = Wire.SLOW;
    Call<LockInfo> asking = new Call<>(() -> client.inspect("a")).parkedForAWhile();
    Call<List<String>> listing = new Call<>(() -> client.names(10)).parkedForAWhile();
    Call<Boolean> breaking = new Call<>(() -> client.breakHold("b")).parkedForAWhile();
    bench.store.deliver();
    assertEquals(held.token(), asking.get().hold().orElseThrow().token());
    assertEquals(List.of("a"), listing.get());
    assertEquals(false, breaking.get());
    assertTrue(held.isHeld());
  }
}
