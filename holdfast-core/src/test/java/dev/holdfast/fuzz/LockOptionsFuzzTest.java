package dev.holdfast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Options: any value is taken or refused in a sentence, and what is taken works. */
class LockOptionsFuzzTest {
  private static final Duration SHORT = Duration.ofSeconds(20);

  @Test
  void whatIsTakenWorks() {
    Odd odd = new Odd(Odd.SEED);
    LockOptions options = LockOptions.defaults();
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (int i = 0; i < Odd.CASES; i++) {
        LockOptions before = options;
        String text = before.toString();
        try {
          options = i % 40 == 0 ? LockOptions.defaults() : changed(options, odd);
          assertTrue(isSound(options), options.toString());
          assertEquals(options.equals(before), options.toString().equals(text));
        } catch (IllegalArgumentException refused) {
          assertFalse(String.valueOf(refused.getMessage()).isBlank());
        }
        assertEquals(text, before.toString());
        assertTrue(works(client.mutex("n" + i, options)) || isShort(options), options::toString);
      }
    }
  }

  /** Not if this thread stood still for longer than such a hold lasts. */
  private static boolean works(DistributedLock lock) {
    Optional<Lease> taken = lock.tryAcquire();
    if (taken.isEmpty()) {
      return false;
    }
    LockOptions options = lock.options();
    try (Lease lease = taken.get()) {
      assertTrue(lease.remaining().compareTo(options.lease()) < 0 || isLong(options));
      return true;
    } catch (LeaseLostException over) {
      return false;
    }
  }

  @Test
  void extremeValuesAreRefusedInASentence() {
    Duration least = Duration.ofSeconds(Long.MIN_VALUE);
    assertThrows(
        IllegalArgumentException.class, () -> LockOptions.defaults().maxHold(least).patience());
  }

  @Test
  void anyWaitIsAWait() throws InterruptedException {
    Odd odd = new Odd(Odd.SEED);
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (int i = 0; i < Odd.CASES; i++) {
        try (Lease lease = client.mutex("n").tryAcquire().orElseThrow()) {
          Duration wait = odd.duration();
          if (wait.isNegative() || wait.isZero()) {
            assertEquals(Optional.empty(), client.mutex("n").tryAcquire(wait));
          } else {
            // It may be over already: some waits are a few nanoseconds.
            CompletableFuture<Optional<Lease>> waiting = client.mutex("n").tryAcquireAsync(wait);
            assertTrue(waiting.cancel(true) || waiting.join().isEmpty());
          }
          assertTrue(lease.token() > 0);
        }
      }
    }
  }

  private static LockOptions changed(LockOptions options, Odd odd) {
    Duration value = odd.duration();
    return switch (odd.below(9)) {
      case 0 -> options.lease(value);
      case 1 -> options.margin(value);
      case 2 -> options.maxHold(value);
      case 3 -> options.holdAtLeast(value);
      case 4 -> options.lendingBudget(odd.below(5_000) - 500, value);
      case 5 -> options.linger(value);
      case 6 -> options.pollInterval(value);
      case 7 -> options.patience(value);
      default -> options.renew(odd.below(2) == 0);
    };
  }

  private static boolean isSound(LockOptions options) {
    Duration margin = options.margin().orElse(Duration.ZERO);
    return options.lease().compareTo(Duration.ofMillis(1)) >= 0
        && margin.multipliedBy(2).compareTo(options.lease()) <= 0
        && !options.holdAtLeast().isNegative()
        && options.lends() >= 0;
  }

  /** Whether a busy machine may let it end between two lines. */
  private static boolean isShort(LockOptions options) {
    Duration most = options.maxHold().orElse(options.lease());
    return most.compareTo(SHORT) < 0 || options.lease().compareTo(SHORT) < 0;
  }

  /** Whether the grant lasts for longer than the lease. */
  private static boolean isLong(LockOptions options) {
    return options.holdAtLeast().compareTo(options.lease()) > 0;
  }
}
