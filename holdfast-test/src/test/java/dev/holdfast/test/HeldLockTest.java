package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.HeldLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** What a view says of its thread, before and after a loss. */
@SuppressWarnings("LockNotBeforeTry") // each test says itself what is locked when
class HeldLockTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final HeldLock view = client.mutex("a").asLock();

  private static void assertHeld(HeldLock lock, int times) {
    assertEquals(times, lock.holdCount());
    assertEquals(times > 0, lock.isHeldByCurrentThread());
    assertEquals(times > 0, lock.lease().isPresent());
  }

  private static long token(HeldLock lock) {
    return lock.lease().orElseThrow().token();
  }

  private boolean isHeld() {
    return other.inspect("a").isHeld();
  }

  /** Callers that were compiled before the view had more methods find the method they name. */
  @Test
  void callersThatWereCompiledForALockFindTheirMethod() throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    DistributedLock lock = client.mutex("a");
    MethodType old = MethodType.methodType(Lock.class);
    Lock found = (Lock) lookup.findVirtual(DistributedLock.class, "asLock", old).invoke(lock);
    found.lock();
    assertHeld(view, 1);
    found.unlock();
    MethodType now = MethodType.methodType(HeldLock.class);
    HeldLock held =
        (HeldLock) lookup.findVirtual(DistributedLock.class, "asLock", now).invoke(lock);
    assertHeld(held, 0);
  }

  @Test
  void eachKindOfLockSaysHowOftenItsThreadHoldsIt() {
    for (DistributedLock lock :
        List.of(
            client.mutex("a"),
            client.readWrite("a").read(),
            client.readWrite("a").write(),
            client.semaphore("s", 3).taking(2))) {
      HeldLock one = lock.asLock();
      HeldLock same = lock.asLock();
      assertHeld(one, 0);
      one.lock();
      assertTrue(same.tryLock());
      assertHeld(one, 2);
      assertHeld(same, 2);
      assertSame(one.lease().orElseThrow(), same.lease().orElseThrow());
      one.unlock();
      assertHeld(same, 1);
      same.unlock();
      assertHeld(one, 0);
    }
  }

  @Test
  void aNestedLockOfOtherOptionsJoinsTheLeaseAndKeepsItsTime() {
    view.lock();
    Lease lease = view.lease().orElseThrow();
    Duration left = lease.remaining();
    LockOptions longer = LockOptions.defaults().lease(Duration.ofMinutes(5));
    HeldLock other = client.mutex("a", longer).asLock();
    assertTrue(other.tryLock());
    assertSame(lease, other.lease().orElseThrow());
    assertEquals(left, lease.remaining());
    other.unlock();
    view.unlock();
  }

  @Test
  void nothingIsAskedOfTheStore() {
    view.lock();
    bench.store.forget();
    assertHeld(view, 1);
    assertEquals(0, bench.store.asked());
    view.unlock();
  }

  @Test
  void anotherThreadHoldsNothing() throws InterruptedException {
    view.lock();
    CompletableFuture<Integer> count = new CompletableFuture<>();
    CompletableFuture<Boolean> any = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              count.complete(view.holdCount());
              any.complete(view.isHeldByCurrentThread() || view.lease().isPresent());
            });
    thread.start();
    thread.join();
    assertEquals(0, got(count));
    assertFalse(got(any));
    view.unlock();
  }

  @Test
  void aLeaseOfItsOwnIsNoLockOfTheView() {
    try (Lease lease = client.mutex("a").tryAcquire().orElseThrow()) {
      assertHeld(view, 0);
      assertTrue(lease.isHeld());
    }
  }

  @Test
  void theLeaseIsTheOneThatTheViewHolds() {
    view.lock();
    Lease lease = view.lease().orElseThrow();
    assertTrue(lease.token() > 0 && lease.remaining().toSeconds() > 20);
    lease.ensure(Duration.ofSeconds(20));
    List<Loss> told = new ArrayList<>();
    lease.onLost(told::add);
    client.breakHold("a");
    assertEquals(1, told.size());
    assertThrows(LeaseLostException.class, view::unlock);
  }

  @Test
  void aLeaseThatWasReleasedByHandIsHeldNoMore() {
    view.lock();
    view.lock();
    view.lease().orElseThrow().close();
    assertHeld(view, 0);
    assertFalse(isHeld());
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    assertTrue(view.tryLock(), "it is locked anew");
    long token = token(view);
    assertHeld(view, 1);
    view.unlock();
    assertFalse(isHeld());
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    assertTrue(view.tryLock());
    assertTrue(token(view) > token);
    view.unlock();
  }

  @Test
  void eachSideSpeaksForItself() {
    DistributedReadWriteLock both = client.readWrite("a");
    HeldLock read = both.read().asLock();
    HeldLock write = both.write().asLock();
    write.lock();
    assertHeld(read, 0);
    read.lock();
    read.lock();
    assertHeld(write, 1);
    assertHeld(read, 2);
    assertSame(write.lease().orElseThrow(), read.lease().orElseThrow());
    write.unlock();
    assertHeld(write, 0);
    assertHeld(read, 2);
    assertTrue(other.readWrite("a").read().tryAcquire().isPresent(), "it only reads now");
    read.unlock();
    read.unlock();
    assertHeld(read, 0);
  }

  @Test
  void ofSeveralNamesTheLeastIsCounted() {
    HeldLock all = client.all(List.of("a", "b")).asLock();
    assertEquals(Optional.empty(), all.lease());
    assertEquals(0, all.holdCount());
    view.lock();
    assertFalse(all.isHeldByCurrentThread());
    all.lock();
    assertEquals(2, view.holdCount());
    assertEquals(1, all.holdCount());
    assertTrue(all.isHeldByCurrentThread());
    String refused = assertThrows(UnsupportedOperationException.class, all::lease).getMessage();
    assertTrue(refused.contains("has a lease of its own"), refused);
    assertTrue(client.mutex("b").asLock().lease().isPresent());
    client.breakHold("b");
    assertEquals(0, all.holdCount());
    assertThrows(LeaseLostException.class, all::unlock);
    assertHeld(view, 1);
    view.unlock();
  }

  @Test
  void aLostLockIsHeldNoMoreAndOneUnlockLetsItsThreadLockAnew() throws InterruptedException {
    view.lock();
    view.lock();
    view.lock();
    client.breakHold("a");
    assertHeld(view, 0);
    assertThrows(LeaseLostException.class, view::tryLock);
    assertThrows(LeaseLostException.class, view::unlock);
    assertHeld(view, 0);
    view.lockInterruptibly();
    assertHeld(view, 1);
    assertTrue(isHeld());
    view.unlock();
    assertFalse(isHeld());
    assertThrows(LeaseLostException.class, view::unlock);
    assertThrows(LeaseLostException.class, view::unlock);
    assertEquals(
        IllegalMonitorStateException.class,
        assertThrows(IllegalMonitorStateException.class, view::unlock).getClass());
  }

  /** As finally blocks come: the innermost unlocks are those of what was locked last. */
  @Test
  void unlocksThatAreOwedReleaseNothingThatWasLockedSince() {
    view.lock();
    view.lock();
    long lost = token(view);
    client.breakHold("a");
    assertLost(lost, view);
    view.lock();
    view.lock();
    view.lock();
    long lostToo = token(view);
    client.breakHold("a");
    assertLost(lostToo, view);
    assertTrue(view.tryLock());
    assertTrue(view.tryLock());
    long kept = token(view);
    view.unlock();
    assertEquals(kept, token(view), "an inner unlock is that of the lock before it");
    view.unlock();
    assertFalse(isHeld());
    assertLost(lostToo, view);
    assertTrue(view.tryLock());
    assertHeld(view, 1);
    view.unlock();
    assertLost(lostToo, view);
    assertLost(lost, view);
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    view.lock();
    view.unlock();
  }

  private static void assertLost(long token, Lock lock) {
    String told = assertThrows(LeaseLostException.class, lock::unlock).getMessage();
    assertTrue(told.contains("with token " + token + " was lost"), told);
  }

  @Test
  void eachSideOwesItsOwnUnlocks() {
    HeldLock read = client.readWrite("a").read().asLock();
    HeldLock write = client.readWrite("a").write().asLock();
    write.lock();
    write.lock();
    read.lock();
    client.breakHold("a");
    assertThrows(LeaseLostException.class, read::unlock);
    assertThrows(IllegalMonitorStateException.class, read::unlock);
    read.lock();
    assertHeld(read, 1);
    assertThrows(LeaseLostException.class, write::unlock);
    assertHeld(read, 1);
    read.unlock();
    assertThrows(LeaseLostException.class, write::unlock);
    assertThrows(IllegalMonitorStateException.class, write::unlock);
    assertFalse(isHeld());
  }

  /** The unlock of the write lock, by which its thread would read on. */
  @Test
  void aWriterThatWouldReadOnIsToldOnceMoreByItsReadLock() {
    HeldLock read = client.readWrite("a").read().asLock();
    HeldLock write = client.readWrite("a").write().asLock();
    write.lock();
    read.lock();
    client.breakHold("a");
    assertThrows(LeaseLostException.class, write::unlock);
    assertTrue(write.tryLock(), "it does not read any more");
    write.unlock();
    assertThrows(LeaseLostException.class, read::unlock);
    assertThrows(IllegalMonitorStateException.class, read::unlock);
  }

  @Test
  void whatSeveralNamesOweIsOwedByEach() {
    HeldLock all = client.all(List.of("a", "b")).asLock();
    all.lock();
    all.lock();
    client.breakHold("b");
    assertThrows(LeaseLostException.class, all::unlock);
    assertHeld(view, 1);
    assertThrows(LeaseLostException.class, all::unlock);
    assertHeld(view, 0);
    assertFalse(isHeld());
    assertThrows(IllegalMonitorStateException.class, all::unlock);
  }
}
