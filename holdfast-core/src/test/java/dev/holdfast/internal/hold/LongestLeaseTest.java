package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No hold is ever asked for longer than the id of its attempt says: ten times its lease, and a
 * minute, so that it can be extended.
 */
class LongestLeaseTest {
  private static final LockOptions SHORT = LockOptions.defaults().lease(Duration.ofSeconds(20));
  private static final LockOptions LONG = LockOptions.defaults().lease(Duration.ofSeconds(60));

  private final MemoryStore store = MemoryStore.create();
  private final Holdfast client = Holdfast.over(store);

  @AfterEach
  void close() {
    client.close();
    store.close();
  }

  private String holder() {
    return client.inspect("n").holds().get(0).owner().id();
  }

  @Test
  void anIdSaysTheLeaseWithItsDelayOrForHowLongTheNameStaysTaken() {
    AttemptIds ids = new AttemptIds("c/h/1/n");
    assertEquals("c/h/1/n/360000-1", ids.next(LockSettings.DEFAULTS));
    LockSettings delayed = new LockSettings(SHORT.lockDelay(Duration.ofSeconds(3)));
    assertEquals("c/h/1/n/290000-2", ids.next(delayed));
    LockSettings kept = new LockSettings(SHORT.holdAtLeast(Duration.ofMinutes(2)));
    assertEquals("c/h/1/n/1260000-3", ids.next(kept));
    assertEquals("c/h/1/n/260000-4", ids.next(new LockSettings(Mode.SHARED, SHORT)));
    ids.expect(new LockSettings(Mode.SHARED, LONG));
    assertEquals("c/h/1/n/660000-5", ids.next(new LockSettings(Mode.SHARED, SHORT)));
    assertEquals("c/h/1/n/260000-6", ids.next(new LockSettings(SHORT)));
  }

  @Test
  void aRenewalAsksForNoMore() {
    Standing.Holding standing = new Standing.Holding(1_800_000_000_000_000L, 20_000, false);
    Hold hold = new Hold("c/h/1/n/20000-1", new LockSettings(SHORT), standing, 0, true, 0);
    KeepAlive.Hold renewal = (KeepAlive.Hold) hold.renewal("n", new LockSettings(LONG));
    assertEquals(20_000, renewal.leaseMillis());
    assertEquals(20_000, hold.upgrade("n", new LockSettings(LONG)).leaseMillis());
  }

  @Test
  void aHoldIsNotLentToAWaiterWithALongerLease() throws Exception {
    Lease lease = client.mutex("n", SHORT).acquire();
    String first = holder();
    CompletableFuture<Lease> longer = client.mutex("n", LONG).acquireAsync();
    lease.release();
    Lease second = longer.get(20, SECONDS);
    assertTrue(holder().contains("/660000-"), holder());
    CompletableFuture<Lease> shorter = client.mutex("n", SHORT).acquireAsync();
    String lender = holder();
    second.release();
    Lease third = shorter.get(20, SECONDS);
    assertEquals(lender, holder(), "a shorter one is lent it");
    third.release();
    assertTrue(first.contains("/260000-"), first);
  }

  @Test
  void aReaderSharesAHoldThatMayLastAsLongAsItsLease() throws Exception {
    DistributedReadWriteLock longer = client.readWrite("n", LONG);
    Lease one = client.readWrite("n", SHORT).read().acquire();
    assertTrue(holder().contains("/660000-"), holder());
    Lease two = longer.read().acquire();
    assertEquals(1, client.inspect("n").holds().size(), "they share it");
    Duration longest = LONG.lease().plusSeconds(1);
    DistributedReadWriteLock later = client.readWrite("n", LONG.lease(longest));
    CompletableFuture<Lease> third = later.read().acquireAsync();
    assertFalse(third.isDone(), "it needs a hold that may last longer");
    one.release();
    two.release();
    third.get(20, SECONDS);
    assertTrue(holder().contains("/670000-"), holder());
  }

  @Test
  void aWriterMayBecomeAReaderWithALongerLease() {
    DistributedReadWriteLock lock = client.readWrite("n", LONG, SHORT);
    Lease writer = lock.write().tryAcquire().orElseThrow();
    assertTrue(holder().contains("/660000-"), holder());
    Lease reader = lock.downgrade(writer);
    assertTrue(reader.isHeld());
    reader.release();
  }
}
