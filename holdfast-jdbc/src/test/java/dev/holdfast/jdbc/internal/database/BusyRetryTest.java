package dev.holdfast.jdbc.internal.database;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** How long a busy database is asked again, and how often. */
class BusyRetryTest {
  private static final int SQLITE_BUSY = 5;

  private final AtomicLong nanos = new AtomicLong();
  private final BusyRetry retry = new BusyRetry(new SqliteDialect(), nanos::get);

  private int triesOf(Duration each) {
    AtomicInteger tries = new AtomicInteger();
    SQLException busy =
        assertThrows(
            SQLException.class,
            () ->
                retry.whileBusy(
                    BusyRetry.TOTAL,
                    () -> {
                      tries.incrementAndGet();
                      nanos.addAndGet(each.toNanos());
                      throw new SQLException("busy", "", SQLITE_BUSY);
                    }));
    assertEquals("busy", busy.getMessage());
    return tries.get();
  }

  /** In a crowd a try takes long, as it waits for a processor; that counts, too. */
  @Test
  void itIsBoundedByTheTimeThatPassesAndNotByTheTries() {
    assertTrue(triesOf(Duration.ofMillis(300)) <= 7, "two seconds of tries of 300 ms");
    assertTrue(nanos.get() <= Duration.ofMillis(2_300).toNanos());
  }

  @Test
  void aTryThatIsNotBusyIsNotRepeated() {
    AtomicInteger tries = new AtomicInteger();
    assertThrows(
        SQLException.class,
        () ->
            retry.whileBusy(
                BusyRetry.TOTAL,
                () -> {
                  tries.incrementAndGet();
                  throw new SQLException("full", "", 13);
                }));
    assertEquals(1, tries.get());
  }

  @Test
  void interruptsDoNotProlongTheWaitForALock() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    AtomicBoolean stayedInterrupted = new AtomicBoolean();
    Thread waiter =
        new Thread(
            () -> {
              // On a busy machine the wait may be over before the first interrupt from outside.
              Thread.currentThread().interrupt();
              stayedInterrupted.set(
                  !BusyRetry.lock(lock, Duration.ofMillis(100))
                      && Thread.currentThread().isInterrupted());
            });
    waiter.setDaemon(true);
    lock.lock();
    waiter.start();
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              waiter.interrupt();
              return !waiter.isAlive();
            });
    waiter.join();
    assertTrue(stayedInterrupted.get());
  }
}
