package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** A thread that asks to have an error rather than to wait for a lease of its own. */
@Timeout(20) // or it would wait without end
@SuppressWarnings("LockNotBeforeTry") // each test says itself what is locked when
class SelfWaitTest {
  private static final LockOptions FAILS =
      LockOptions.defaults().lease(Duration.ofSeconds(9)).failOnSelfWait(true);

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine", builder -> builder.options(FAILS));
  private final DistributedLock lock = client.mutex("a");

  private static void assertRefused(Executable wait) {
    String refused = assertThrows(IllegalStateException.class, wait).getMessage();
    assertTrue(refused.startsWith("asked to wait for '"), refused);
    assertTrue(refused.contains("this thread has the lease"), refused);
  }

  private void assertNothingWaits() {
    assertEquals(0, client.statistics().waiting());
    assertFalse(lock.tryAcquire().isPresent());
  }

  @Test
  void eachWayToWaitIsRefusedAtOnceAndTheLeaseIsHeldOn() {
    Lease lease = lock.tryAcquire().orElseThrow();
    bench.store.forget();
    for (Executable wait :
        List.<Executable>of(
            lock::acquire,
            lock::acquireUninterruptibly,
            () -> lock.acquire(Duration.ofSeconds(5)),
            () -> lock.tryAcquire(Duration.ofSeconds(5)),
            () -> lock.run(ignored -> {}),
            () -> client.readWrite("a").read().acquire(),
            lock.asLock()::lock)) {
      assertRefused(wait);
      assertNothingWaits();
    }
    assertEquals(0, bench.store.asked());
    assertTrue(lease.isHeld());
    lease.close();
    lock.tryAcquire().orElseThrow().close();
  }

  @Test
  void aTryAndAFutureDoNotWaitForThemselves() throws Exception {
    Lease lease = lock.tryAcquire().orElseThrow();
    assertTrue(lock.tryAcquire().isEmpty());
    assertTrue(lock.tryAcquire(Duration.ZERO).isEmpty());
    CompletableFuture<Lease> soon = lock.acquireAsync();
    assertFalse(soon.isDone());
    lease.close();
    got(soon).close();
  }

  @Test
  void whatAFutureBroughtIsNoThreadsOwn() throws InterruptedException {
    Lease lease = got(lock.acquireAsync());
    Thread other = new Thread(lease::close);
    CompletableFuture<Lease> after = lock.acquireAsync();
    other.start();
    other.join();
    got(after).close();
  }

  @Test
  void anotherThreadWaits() throws InterruptedException {
    Lease lease = lock.tryAcquire().orElseThrow();
    CompletableFuture<Long> waited = new CompletableFuture<>();
    Thread other =
        new Thread(
            () -> {
              try (Lease next = lock.acquireUninterruptibly()) {
                waited.complete(next.token());
              }
            });
    other.start();
    while (client.statistics().waiting() == 0) {
      Thread.onSpinWait();
    }
    lease.close();
    other.join();
    assertTrue(got(waited) > lease.token());
  }

  @Test
  void aViewIsReentrant() {
    Lock view = lock.asLock();
    view.lock();
    view.lock();
    view.unlock();
    assertRefused(lock::acquire);
    view.unlock();
  }

  @Test
  void readersDoNotWaitForEachOtherButAWriterWould() throws InterruptedException {
    Lease one = client.readWrite("a").read().acquire();
    Lease two = client.readWrite("a").read().acquire();
    assertRefused(() -> client.readWrite("a").write().acquire());
    two.close();
    one.close();
  }

  @Test
  void permitsAreWaitedForUnlessTheyAreTheThreadsOwn() throws InterruptedException {
    DistributedSemaphore permits = client.semaphore("s", 4);
    Lease three = permits.acquire(3);
    Lease one = permits.acquire(1);
    assertRefused(() -> permits.acquire(1));
    three.release(2);
    Lease two = permits.acquire(2);
    assertRefused(() -> permits.acquire(1));
    List.of(one, two, three).forEach(Lease::close);
    permits.acquire(4).close();
  }

  @Test
  void severalNamesAreAllOrNone() throws InterruptedException {
    Lease b = client.mutex("b").tryAcquire().orElseThrow();
    DistributedLock all = client.all(List.of("a", "b", "c"));
    assertRefused(all::acquire);
    assertRefused(() -> all.acquire(Duration.ofSeconds(5)));
    assertTrue(client.mutex("a").tryAcquire().isPresent(), "it was given back");
    assertTrue(b.isHeld());
  }

  @Test
  void aLeaseWhoseTimeIsOverIsNotInTheWay() throws InterruptedException {
    Holdfast once = bench.client("once", builder -> builder.options(FAILS.renew(false)));
    Lease lease = once.mutex("a").tryAcquire().orElseThrow();
    bench.clock.advance(Duration.ofSeconds(10)); // and no tick has come since
    once.mutex("a").acquire().close();
    assertFalse(lease.isHeld());
  }
}
