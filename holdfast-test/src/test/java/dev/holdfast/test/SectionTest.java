package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseAction;
import dev.holdfast.LeaseFunction;
import dev.holdfast.LeaseLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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
  void whatIsTriedForAWhileRunsOnceWithTheLockOrSaysThatItDidNot() throws Exception {
    assertTrue(lock.tryRun(Duration.ofSeconds(1), this::section));
    assertEquals(Optional.of("result"), lock.tryCall(this::called));
    assertEquals(Optional.of("result"), lock.tryCall(Duration.ofSeconds(1), this::called));
    assertEquals(3, ran.get());
    assertFalse(client.inspect("a").isHeld());
    Lease held = bench.client("other").mutex("a").tryAcquire().orElseThrow();
    assertFalse(lock.tryRun(Duration.ZERO, this::section));
    assertEquals(Optional.empty(), lock.tryCall(this::called));
    assertEquals(Optional.empty(), lock.tryCall(Duration.ZERO, this::called));
    Call<Boolean> runs = new Call<>(() -> lock.tryRun(Duration.ofSeconds(1), this::section));
    Call<Optional<String>> calls =
        new Call<>(() -> lock.tryCall(Duration.ofSeconds(1), this::called)).parkedAtAll();
    runs.parkedAtAll();
    bench.advance(1_000);
    assertFalse(runs.get());
    assertEquals(Optional.empty(), calls.get());
    assertEquals(3, ran.get());
    assertTrue(held.isHeld());
  }

  private String called(Lease lease) {
    section(lease);
    return "result";
  }

  @Test
  void whatIsTriedForAWhileThrowsWhatTheSectionThrows() {
    IOException failure = new IOException("the section's own");
    Duration second = Duration.ofSeconds(1);
    LeaseAction<IOException> action =
        lease -> {
          throw failure;
        };
    LeaseFunction<String, IOException> function =
        lease -> {
          throw failure;
        };
    for (Executable each :
        List.<Executable>of(
            () -> lock.tryRun(second, action),
            () -> lock.tryCall(function),
            () -> lock.tryCall(second, function))) {
      assertSame(failure, assertThrows(IOException.class, each));
    }
    for (Executable each :
        List.<Executable>of(
            () -> lock.tryRun(second, lease -> client.breakHold("a")),
            () -> lock.tryCall(lease -> client.breakHold("a")),
            () -> lock.tryCall(second, lease -> client.breakHold("a")))) {
      assertThrows(LeaseLostException.class, each);
    }
    assertThrows(NullPointerException.class, () -> lock.tryCall(lease -> nothing()));
    assertFalse(client.inspect("a").isHeld());
  }

  @SuppressWarnings("NullAway") // as a program without null checks may do
  private static String nothing() {
    return null;
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
