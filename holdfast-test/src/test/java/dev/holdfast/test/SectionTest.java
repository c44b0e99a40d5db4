package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Sections that a lock runs itself: with the lease, and without it afterwards. */
class SectionTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final DistributedLock lock = client.mutex("a");
  private final AtomicInteger ran = new AtomicInteger();

  private void section(Lease lease) {
    assertTrue(lease.isHeld());
    assertTrue(client.inspect("a").isHeld());
    ran.incrementAndGet();
  }

  @Test
  void eachKindRunsTheSectionOnceWithTheLock() throws InterruptedException {
    lock.run(this::section);
    assertFalse(client.inspect("a").isHeld());
    assertTrue(lock.tryRun(this::section));
    assertFalse(client.inspect("a").isHeld());
    String result =
        lock.call(
            lease -> {
              section(lease);
              return "result";
            });
    assertEquals("result", result);
    assertFalse(client.inspect("a").isHeld());
    assertEquals(3, ran.get());
  }

  @Test
  void whatASectionThrowsIsThrownAndTheLockIsFree() {
    IOException failure = new IOException("the section's own");
    assertSame(
        failure,
        assertThrows(
            IOException.class,
            () ->
                lock.run(
                    lease -> {
                      throw failure;
                    })));
    assertSame(
        failure,
        assertThrows(
            IOException.class,
            () ->
                lock.call(
                    lease -> {
                      throw failure;
                    })));
    assertSame(
        failure,
        assertThrows(
            IOException.class,
            () ->
                lock.tryRun(
                    lease -> {
                      throw failure;
                    })));
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aSectionThatLostItsLockDoesNotEndAsIfNothingHadHappened() {
    assertThrows(LeaseLostException.class, () -> lock.run(lease -> client.breakHold("a")));
    assertThrows(LeaseLostException.class, () -> lock.tryRun(lease -> client.breakHold("a")));
    assertThrows(LeaseLostException.class, () -> lock.call(lease -> client.breakHold("a")));
  }

  @Test
  void whatIsTakenIsNotTried() {
    Lease held = bench.client("other").mutex("a").tryAcquire().orElseThrow();
    assertFalse(lock.tryRun(this::section));
    assertEquals(0, ran.get());
    assertTrue(held.isHeld());
  }
}
