package dev.holdfast.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.TestHoldfast;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;

/** What Spring Integration expects of a registry, and what becomes of a loss. */
@SuppressWarnings("LockNotBeforeTry") // what a lock does is what is tested
class HoldfastLockRegistryTest {
  private static final Duration TTL = Duration.ofSeconds(5);

  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast other = test.newClient("other");
  private final HoldfastLockRegistry here = new HoldfastLockRegistry(test.client(), "orders");
  private final HoldfastLockRegistry elsewhere = new HoldfastLockRegistry(other, "orders");

  @AfterEach
  void close() {
    test.close();
  }

  /** Calls it in a thread of its own, which has no locks. */
  private static <T> T inAnotherThread(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.start();
    try {
      return task.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException thrown) {
      if (thrown.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw thrown;
    } finally {
      thread.join();
    }
  }

  private static boolean isFree(HoldfastLockRegistry registry, String key) throws Exception {
    return inAnotherThread(
        () -> {
          DistributedLock lock = registry.obtain(key);
          boolean locked = lock.tryLock();
          if (locked) {
            lock.unlock();
          }
          return locked;
        });
  }

  @Test
  void aKeyIsOneLockInAllRegistriesOfItsName() throws Exception {
    here.obtain("a").lock();
    assertFalse(isFree(here, "a"));
    assertFalse(isFree(elsewhere, "a"));
    assertTrue(isFree(elsewhere, "b"));
    assertTrue(isFree(new HoldfastLockRegistry(other, "invoices"), "a"));
    assertEquals("orders:a", test.client().leases().get(0).name());
    here.obtain("a").unlock();
    assertTrue(isFree(elsewhere, "a"));
  }

  @Test
  void aThreadMayLockAKeyAgainThroughAnyObjectOfIt() throws Exception {
    here.obtain("a").lock();
    assertTrue(here.obtain("a").tryLock());
    here.obtain("a").lockInterruptibly();
    here.obtain("a").lock(TTL);
    assertTrue(here.obtain("a").tryLock(Duration.ZERO, TTL));
    for (int i = 0; i < 5; i++) {
      assertFalse(isFree(elsewhere, "a"));
      here.obtain("a").unlock();
    }
    assertTrue(isFree(elsewhere, "a"));
    assertThrows(IllegalMonitorStateException.class, () -> here.obtain("a").unlock());
  }

  @Test
  void theRegistrysOwnFormsRunUnderTheLock() throws Exception {
    here.executeLocked("a", () -> assertFalse(isFree(elsewhere, "a")));
    assertEquals("done", here.executeLocked("a", Duration.ofSeconds(1), () -> "done"));
    assertTrue(isFree(elsewhere, "a"));
    here.obtain("a").lock();
    assertThrows(
        TimeoutException.class,
        () -> inAnotherThread(() -> elsewhere.executeLocked("a", Duration.ZERO, () -> "too late")));
    here.obtain("a").unlock();
  }

  @Test
  void aLockIsRenewedUntilItIsUnlocked() throws Exception {
    here.obtain("a").lock();
    here.obtain("b").lock(TTL);
    test.advance(Duration.ofHours(1));
    assertFalse(isFree(elsewhere, "a"));
    assertFalse(isFree(elsewhere, "b"));
    here.expireUnusedOlderThan(0);
    here.obtain("a").unlock();
    here.obtain("b").unlock();
  }

  @Test
  void aTimeToLiveIsTheLeaseThatACrashLeavesBehind() throws Exception {
    here.obtain("short").lock(TTL);
    assertTrue(here.obtain("tried").tryLock(Duration.ZERO, TTL));
    here.obtain("usual").lock();
    test.pause(test.client());
    test.advance(TTL.plusSeconds(1));
    assertTrue(isFree(elsewhere, "short"));
    assertTrue(isFree(elsewhere, "tried"));
    assertFalse(isFree(elsewhere, "usual"));
    test.advance(Duration.ofSeconds(30));
    assertTrue(isFree(elsewhere, "usual"));
    test.resume(test.client());
  }

  @Test
  void aLossThrowsUntilItIsAcknowledged() throws Exception {
    DistributedLock lock = here.obtain("a");
    lock.lock();
    lock.lock();
    assertTrue(other.breakHold("orders:a"));
    test.advance(Duration.ofSeconds(31));
    assertThrows(IllegalStateException.class, () -> here.renewLock("a"));
    assertThrows(LeaseLostException.class, lock::lock);
    assertThrows(LeaseLostException.class, lock::tryLock);
    assertThrows(LeaseLostException.class, lock::unlock);
    assertThrows(IllegalStateException.class, () -> here.renewLock("a"));
    lock.lock();
    here.renewLock("a");
    lock.unlock();
  }

  @Test
  void renewingIsForTheThreadThatHolds() throws Exception {
    assertThrows(IllegalStateException.class, () -> here.renewLock("a"));
    here.obtain("a").lock(TTL);
    here.obtain("a").lock();
    here.renewLock("a");
    here.renewLock("a", Duration.ofSeconds(4));
    here.renewLock("a", TTL.plusMinutes(1));
    assertThrows(IllegalArgumentException.class, () -> here.renewLock("a", TTL.plusDays(9)));
    assertThrows(
        IllegalStateException.class,
        () ->
            inAnotherThread(
                () -> {
                  here.renewLock("a");
                  return "renewed";
                }));
    here.obtain("a").unlock();
    here.renewLock("a");
    here.obtain("a").unlock();
    assertThrows(IllegalStateException.class, () -> here.renewLock("a"));
    assertTrue(isFree(elsewhere, "a"));
  }

  @Test
  void aStoreThatIsAwayIsAnErrorAndNotATakenKey() {
    test.cutStore();
    assertThrows(StoreException.class, () -> here.obtain("a").tryLock());
    test.healStore();
    assertTrue(here.obtain("a").tryLock());
  }

  @Test
  void whatCannotBeKeptIsRefusedInASentence() {
    assertRefused("asked for the lock of a java.lang.Integer", () -> here.obtain(5));
    assertRefused("512 UTF-8 bytes", () -> here.obtain("x".repeat(600)));
    assertRefused(
        "time to live of PT0.000000001S", () -> here.obtain("a").lock(Duration.ofNanos(1)));
    assertRefused("time to live of PT8784H", () -> here.obtain("a").lock(Duration.ofDays(366)));
    assertThrows(
        UnsupportedOperationException.class,
        () -> {
          var unused = here.obtain("a").newCondition();
        });
    assertTrue(test.client().leases().isEmpty());
  }

  private static void assertRefused(String words, Runnable call) {
    var refused = assertThrows(IllegalArgumentException.class, call::run);
    assertTrue(String.valueOf(refused.getMessage()).contains(words), refused.getMessage());
  }

  @Test
  void itsOptionsAreThoseOfItsLocks() throws Exception {
    LockOptions options = LockOptions.defaults().lease(TTL);
    new HoldfastLockRegistry(test.client(), "own", options).obtain("a").lock();
    test.pause(test.client());
    test.advance(TTL.plusSeconds(1));
    assertTrue(isFree(new HoldfastLockRegistry(other, "own"), "a"));
    test.resume(test.client());
  }
}
