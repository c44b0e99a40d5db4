package dev.holdfast.test;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Bugs of others: acquires that count twice, leave something behind or do not end in time. */
class BugsOfOthersAcquireTest extends BugsOfOthers {
  // The acquire was sent again after a lost answer; it counted twice and one unlock freed nothing.
  @Test
  void redisson7367_anAcquireThatArrivesTwiceIsReleasedOnce() throws Exception {
    UnreliableStore store = new UnreliableStore();
    try (store;
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      store.loseAnswers(2);
      Lease lease = one.mutex("a").acquire();
      assertEquals(3, store.acquires.get());
      lease.close();
      two.mutex("a").acquireAsync().get(30, SECONDS).close();
    }
  }

  // Likewise where the caller was told of the failure and tried again.
  @Test
  void redisson4109_oneUnlockIsEnoughAfterATroubledLock() throws Exception {
    UnreliableStore store = new UnreliableStore();
    try (store;
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      Lock view = one.mutex("a").asLock();
      store.loseAnswers(1);
      assertThrows(StoreException.class, view::tryLock);
      assertTrue(view.tryLock(30, SECONDS)); // the first one is ended meanwhile
      view.unlock();
      two.mutex("a").acquireAsync().get(30, SECONDS).close();
      assertThrows(IllegalMonitorStateException.class, view::unlock);
    }
  }

  // A thread was interrupted while the answer that granted was on its way: the lock was renewed
  // for ever, for nobody.
  @Test
  void redisson2714_5358_aGrantThatTheInterruptedThreadNeverHeardOfIsGivenBack() throws Exception {
    UnreliableStore store = new UnreliableStore();
    try (store;
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      store.withhold();
      Thread asking = interruptible(one.mutex("a"));
      while (!two.inspect("a").isHeld()) {
        Thread.onSpinWait();
      }
      asking.interrupt();
      asking.join();
      store.deliver();
      two.mutex("a").acquireAsync().get(30, SECONDS).close();
    }
  }

  // A thread was interrupted in the queue; its place stayed, and was granted the lock one day.
  @Test
  void curator79_aPlaceWhoseThreadWasInterruptedIsNotGranted() throws InterruptedException {
    Lease held = theyHold();
    Thread waiting = interruptible(lock);
    while (mine.inspect("a").waiters().isEmpty()) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    waiting.join();
    assertEquals(List.of(), mine.inspect("a").waiters());
    held.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  /** A thread that asks for the lock, and ends when it is interrupted. */
  private static Thread interruptible(DistributedLock wanted) {
    Thread thread =
        new Thread(
            () -> {
              try (Lease lease = wanted.acquire()) {
                throw new AssertionError("it got " + lease);
              } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  // The server was down, and a try with a wait of a second hung.
  @Test
  void redisson2801_theWaitIsBoundedWhileTheStoreIsAway() {
    test.cutStore();
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(Duration.ofSeconds(1));
    test.advance(Duration.ofSeconds(1));
    assertThrows(CompletionException.class, asked::join);
  }

  // The server was away for long; every thread that came meanwhile waited all that time.
  @Test
  void redisson3121_nobodyWaitsForThoseWhoWaitAlready() {
    test.cutStore();
    List<CompletableFuture<Optional<Lease>>> earlier = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      CompletableFuture<Lease> unused = mine.mutex("name" + i).acquireAsync();
      earlier.add(mine.mutex("name" + i).tryAcquireAsync(Duration.ofSeconds(5)));
      test.advance(Duration.ofSeconds(1));
    }
    assertEquals(6, earlier.stream().filter(CompletableFuture::isDone).count());
    test.advance(Duration.ofSeconds(4));
    assertTrue(earlier.stream().allMatch(CompletableFuture::isDone));
  }

  // The budget of a timed wait was spent anew by each of its steps, up to three times in all.
  @Test
  void springIntegration_oneBudgetCoversAllSteps() {
    Lease held = theyHold();
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(Duration.ofSeconds(6));
    test.advance(Duration.ofSeconds(2));
    test.cutStore();
    test.advance(Duration.ofSeconds(2));
    test.healStore();
    test.advance(Duration.ofMillis(1_999));
    assertFalse(asked.isDone());
    test.advance(Duration.ofMillis(1));
    assertEquals(Optional.empty(), asked.join());
    assertTrue(held.isHeld());
  }

  // lock() rightly went on waiting after an interrupt, but the interrupt was forgotten.
  @Test
  void springIntegration11409_anInterruptInAnUninterruptibleWaitIsKept()
      throws InterruptedException {
    Lease held = theyHold();
    AtomicBoolean kept = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              Lock view = lock.asLock();
              view.lock();
              try {
                kept.set(Thread.currentThread().isInterrupted());
              } finally {
                view.unlock();
              }
            });
    waiting.start();
    while (mine.inspect("a").waiters().isEmpty()) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    held.close();
    waiting.join();
    assertTrue(kept.get());
    assertTrue(theirs.tryAcquire().isPresent());
  }

  // Two names shared a local lock; unlocking one only counted down, and it stayed in the database.
  @Test
  void springIntegration11146_namesOfOneHashAreLocksOfTheirOwn() {
    List<String> names = List.of("AaAa", "AaBB", "BBAa", "BBBB");
    assertEquals(1, names.stream().mapToInt(String::hashCode).distinct().count());
    names.forEach(name -> mine.mutex(name).asLock().lock());
    for (String name : names) {
      assertTrue(other.mutex(name).tryAcquire().isEmpty());
      mine.mutex(name).asLock().unlock();
      assertTrue(other.mutex(name).tryAcquire().isPresent(), name);
    }
  }

  // The body of a context manager ran although the lock had not been acquired.
  @Test
  void redisPy621_theBodyDoesNotRunWithoutTheLock() {
    Lease held = theyHold();
    AtomicBoolean ran = new AtomicBoolean();
    assertFalse(lock.tryRun(lease -> ran.set(true)));
    test.cutStore();
    assertThrows(StoreException.class, () -> lock.tryRun(lease -> ran.set(true)));
    assertFalse(ran.get());
    assertTrue(held.isHeld());
  }
}
