package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Another time for a lease, whatever becomes of the request. */
class ExtendTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final LockOptions ONCE = NINE.renew(false);

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private Lease acquire(LockOptions options) {
    Lease lease = client.mutex("a", options).tryAcquire().orElseThrow();
    bench.advance(1_000);
    store.forget();
    return lease;
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  private StoreException refusal(Wire wire, Lease lease, long millis) {
    store.wire = wire;
    StoreException thrown = assertThrows(StoreException.class, () -> lease.extend(millis(millis)));
    store.wire = Wire.WELL;
    return thrown;
  }

  private long askedLast() {
    List<KeepAlive> last = store.keepAlives.get(store.keepAlives.size() - 1);
    return ((KeepAlive.Hold) last.get(0)).leaseMillis();
  }

  @Test
  void aLongerTimeIsBelievedOnceTheStoreHasConfirmed() {
    Lease lease = acquire(ONCE);
    long token = lease.token();
    assertTrue(refusal(Wire.SLOW, lease, 50_000).isTransient());
    assertEquals(millis(7_820), lease.remaining());
    store.deliver();
    assertEquals(millis(49_000), lease.remaining(), "counted from the sending, less the margin");
    assertEquals(token, lease.token());
    bench.advance(48_999);
    assertTrue(lease.isHeld());
    bench.advance(1);
    assertFalse(lease.isHeld());
  }

  @Test
  void aShorterTimeIsBelievedAtOnceAndTheNameIsFreeThen() {
    Lease lease = acquire(ONCE);
    assertTrue(refusal(Wire.DEAF, lease, 2_000).isTransient());
    assertEquals(millis(1_960), lease.remaining());
    Lease second = client.mutex("b", ONCE).tryAcquire().orElseThrow();
    second.extend(millis(2_000));
    assertEquals(millis(1_960), second.remaining());
    bench.advance(1_960);
    assertFalse(second.isHeld());
    assertFalse(client.inspect("b").isHeld());
  }

  @Test
  void renewalsGoOnWithTheNewTime() {
    Lease lease = acquire(NINE);
    lease.extend(millis(48_000));
    store.forget();
    bench.advance(14_000);
    assertEquals(0, store.asked());
    bench.advance(2_000);
    assertEquals(48_000, askedLast());
    lease.extend(millis(3_000));
    bench.advance(60_000);
    assertEquals(3_000, askedLast());
    assertTrue(lease.isHeld());
    assertTrue(lease.remaining().compareTo(millis(3_000)) < 0);
  }

  @Test
  void whatTheStoreRefusesForGoodIsNotAskedForAgain() {
    Lease lease = acquire(NINE);
    assertFalse(refusal(Wire.REFUSED, lease, 50_000).isTransient());
    assertEquals(millis(7_820), lease.remaining());
    bench.advance(600);
    assertEquals(9_000, askedLast());
    assertTrue(lease.isHeld());
  }

  @Test
  void whatIsRefusedForOneReaderIsAskedForNoOther() {
    DistributedReadWriteLock lock = client.readWrite("a", NINE);
    Lease one = lock.read().tryAcquire().orElseThrow();
    Lease two = lock.read().tryAcquire().orElseThrow();
    assertFalse(refusal(Wire.REFUSED, one, 50_000).isTransient());
    bench.advance(600);
    assertEquals(9_000, askedLast());
    bench.advance(60_000);
    assertTrue(one.isHeld());
    assertTrue(two.isHeld());
  }

  @Test
  void aShorterTimeOfOneReaderLeavesTheOthersWhatTheyHave() {
    DistributedReadWriteLock lock = client.readWrite("a", NINE);
    Lease one = lock.read().tryAcquire().orElseThrow();
    Lease two = lock.read().tryAcquire().orElseThrow();
    one.extend(millis(1_000));
    assertEquals(millis(8_820), two.remaining());
    bench.advance(60_000);
    assertTrue(two.isHeld());
    assertEquals(9_000, askedLast());
    one.extend(millis(40_000));
    assertEquals(millis(39_200), two.remaining());
    assertThrows(
        UnsupportedOperationException.class, () -> one.extend(millis(1_000), millis(9_000)));
  }

  @Test
  void whatTheStoreAnswersToAModeThatItKnowsConfirmsNothing() {
    DistributedReadWriteLock lock = client.readWrite("a", NINE);
    Lease writer = lock.write().tryAcquire().orElseThrow();
    bench.advance(1_000);
    store.wire = Wire.DEAF; // so that the store is told again to share it, which renews nothing
    Lease reader = lock.downgrade(writer);
    store.wire = Wire.WELL;
    reader.extend(millis(50_000));
    assertEquals(millis(49_000), reader.remaining());
  }

  @Test
  void aTimeForWhichTheNameStaysTakenCountsOnceItIsConfirmed() {
    Lease lease = acquire(NINE);
    store.wire = Wire.REFUSED;
    assertThrows(StoreException.class, () -> lease.extend(millis(9_000), millis(60_000)));
    store.wire = Wire.WELL;
    lease.release();
    assertEquals(List.of(0L), store.releases.stream().map(ReleaseRequest::keepMillis).toList());
    Lease next = acquire(NINE);
    next.extend(millis(9_000), millis(60_000));
    bench.advance(10_000);
    next.release();
    assertEquals(
        List.of(50_000L), store.releases.stream().map(ReleaseRequest::keepMillis).toList());
    assertTrue(client.inspect("a").isHeld());
  }

  @Test
  void theLongestHoldIsNotExtended() {
    Lease lease = acquire(NINE.maxHold(Duration.ofSeconds(20)));
    String message =
        assertThrows(IllegalArgumentException.class, () -> lease.extend(millis(19_001)))
            .getMessage();
    assertTrue(message.contains("the 20 s that it may be held (maxHold) 19 s are left"), message);
    assertEquals(0, store.asked());
    lease.extend(millis(19_000));
    bench.advance(19_000);
    assertFalse(lease.isHeld());
  }

  @Test
  void anInterruptIsKeptAndTheTimeIsSet() {
    Lease lease = acquire(ONCE);
    Thread.currentThread().interrupt();
    try {
      lease.extend(millis(20_000));
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(millis(19_600), lease.remaining());
  }
}
