package dev.holdfast.shedlock;

import static dev.holdfast.shedlock.LockProviderContractTests.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.TestHoldfast;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of times that are long, of crashes, and of a store that is away. */
class HoldfastLockProviderTest {
  private static final LockConfiguration HOUR = task("job", Duration.ofHours(1), Duration.ZERO);

  private final TestHoldfast test = TestHoldfast.create();
  private final HoldfastLockProvider here = new HoldfastLockProvider(test.client());
  private final Holdfast other = test.newClient("other");
  private final HoldfastLockProvider elsewhere = new HoldfastLockProvider(other);

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aCrashKeepsARenewedNameFor30SecondsAndAPlainOneForLockAtMostFor() {
    LockConfiguration plain = task("plain", Duration.ofHours(1), Duration.ZERO);
    assertTrue(here.renewing().lock(HOUR).isPresent());
    assertTrue(here.lock(plain).isPresent());
    test.advance(Duration.ofMinutes(30));
    assertTrue(elsewhere.lock(HOUR).isEmpty(), "it is renewed");

    test.pause(test.client());
    test.advance(Duration.ofSeconds(31));
    Optional<SimpleLock> renewed = elsewhere.renewing().lock(HOUR);
    assertTrue(renewed.isPresent(), "nothing renews it");
    assertTrue(elsewhere.lock(plain).isEmpty(), "its hour is not over");
    test.advance(Duration.ofMinutes(30));
    assertTrue(elsewhere.lock(plain).isPresent());
    test.resume(test.client());
    renewed.get().unlock();
  }

  @Test
  void aRenewedLockEndsAtLockAtMostForWithoutAnUnlock() {
    SimpleLock lock = here.renewing().lock(HOUR).orElseThrow();
    test.advance(Duration.ofMinutes(58));
    assertTrue(elsewhere.lock(HOUR).isEmpty());
    test.advance(Duration.ofMinutes(2).plusSeconds(31));
    SimpleLock next = elsewhere.lock(HOUR).orElseThrow();
    lock.unlock();
    assertTrue(here.lock(HOUR).isEmpty(), "a late unlock frees no successor");
    next.unlock();
  }

  /** ShedLock hands over what the clock of the task's machine said: two hours late, or early. */
  @ParameterizedTest
  @ValueSource(strings = {"-PT2H", "PT2H"})
  void theClockOfATasksMachineDoesNotMatter(Duration apart) {
    LockConfiguration wrong =
        new LockConfiguration(Instant.now().plus(apart), "job", Duration.ofHours(1), Duration.ZERO);
    assertTrue(here.lock(wrong).isPresent());
    test.advance(Duration.ofMinutes(58));
    assertTrue(elsewhere.lock(HOUR).isEmpty(), "its hour is not over");
    test.advance(Duration.ofMinutes(3));
    assertTrue(elsewhere.lock(HOUR).isPresent(), "its hour is over");
  }

  @Test
  void aStoreThatIsAwayIsAnErrorAndNotATakenName() {
    test.cutStore();
    assertThrows(StoreException.class, () -> here.lock(HOUR));
    assertThrows(StoreException.class, () -> here.renewing().lock(HOUR));
    test.healStore();
    assertTrue(here.lock(HOUR).isPresent());
  }

  @Test
  void anUnlockThatTheStoreDoesNotHearIsRepeated() {
    SimpleLock lock = here.renewing().lock(HOUR).orElseThrow();
    test.cutStore();
    lock.unlock();
    test.healStore();
    test.advance(Duration.ofSeconds(31));
    assertTrue(elsewhere.lock(HOUR).isPresent());
  }

  @Test
  void tasksOfShedLocksOwnExecutorRunUnderIt() {
    AtomicInteger ran = new AtomicInteger();
    var inner = new DefaultLockingTaskExecutor(elsewhere);
    new DefaultLockingTaskExecutor(here)
        .executeWithLock(
            (Runnable)
                () -> {
                  LockAssert.assertLocked();
                  ran.incrementAndGet();
                  LockConfiguration same = task("job", Duration.ofMinutes(1), Duration.ZERO);
                  assertTrue(elsewhere.lock(same).isEmpty());
                },
            HOUR);
    assertEquals(1, ran.get());
    inner.executeWithLock((Runnable) ran::incrementAndGet, HOUR);
    assertEquals(2, ran.get());
  }

  @Test
  void replicasThatAcknowledgeAreAskedAsTheClientSays() {
    LockOptions client = LockOptions.defaults().acknowledgedBy(2, Duration.ofSeconds(5));
    LockOptions plain = LockAttributes.options(HOUR, Optional.empty(), client);
    assertEquals(2, plain.acknowledgedBy());
    assertEquals(Duration.ofSeconds(5), plain.acknowledgementTimeout());
    LockConfiguration shorter = task("job", Duration.ofSeconds(1), Duration.ZERO);
    assertEquals(
        Duration.ofMillis(500),
        LockAttributes.options(shorter, Optional.empty(), client).acknowledgementTimeout());
    assertFalse(plain.renew());
    assertEquals(0, LockAttributes.options(HOUR, Optional.empty(), client()).acknowledgedBy());
  }

  private static LockOptions client() {
    return LockOptions.defaults();
  }
}
