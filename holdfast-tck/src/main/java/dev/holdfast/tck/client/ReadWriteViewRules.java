package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HeldLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Until;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.Test;

/**
 * A1, A2, S3, W2 and X2 for both sides of a lock for readers and writers as {@link Lock}s: what
 * {@code ReentrantReadWriteLock} promises, and the one thing that is otherwise here.
 */
@Needs(Mode.SHARED)
@SuppressWarnings("LockNotBeforeTry") // what unlock() does is what these tests ask
public interface ReadWriteViewRules extends RuleGroup {
  @Test
  default void required_A1_eachSideOfAViewSaysWhetherItsThreadHoldsIt(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    HeldLock reads = a.readWrite("n").read().asLock();
    HeldLock writes = a.readWrite("n").write().asLock();
    writes.lock();
    assertFalse(reads.isHeldByCurrentThread());
    reads.lock();
    reads.lock();
    assertEquals(List.of(2, 1), List.of(reads.holdCount(), writes.holdCount()));
    Lease writing = writes.lease().orElseThrow();
    assertEquals(writing.token(), reads.lease().orElseThrow().token());
    writes.unlock();
    assertFalse(writes.isHeldByCurrentThread());
    assertTrue(writes.lease().isEmpty());
    assertEquals(List.of(2, 0), List.of(reads.holdCount(), writes.holdCount()));
    Lease reading = reads.lease().orElseThrow();
    assertTrue(reading.isHeld() && !writing.isHeld(), "it reads on with another lease");
    rig.holdfast("b").readWrite("n").read().acquire(SOON).close();
    reads.unlock();
    reads.unlock();
    assertFalse(reads.isHeldByCurrentThread());
    assertFalse(reading.isHeld());
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** That of {@code ReentrantReadWriteLock} overtakes writers; here no try overtakes a waiter. */
  @Test
  default void required_S3_aReadersTryThroughAViewDoesNotPassAWaitingWriter(Rig rig)
      throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease reading = a.readWrite("n").read().acquire();
    CompletableFuture<Lease> writer = rig.holdfast("b").readWrite("n").write().acquireAsync();
    Until.met(SOON, "the writer waits", () -> a.inspect("n").waiters().size() == 1);
    Lock view = rig.holdfast("c").readWrite("n").asReadWriteLock().readLock();
    assertFalse(view.tryLock());
    assertFalse(view.tryLock(0, DAYS));
    assertFalse(writer.isDone());
    reading.close();
    writer.get(SOON.toSeconds(), SECONDS).close();
    assertTrue(view.tryLock(SOON.toSeconds(), SECONDS));
    view.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_A2_aSideThatIsNotToWaitIsAnsweredAtOnce(Rig rig) throws Exception {
    ReadWriteLock mine = rig.holdfast("a").readWrite("n").asReadWriteLock();
    ReadWriteLock others = rig.holdfast("b").readWrite("n").asReadWriteLock();
    mine.writeLock().lock();
    long begun = System.nanoTime();
    for (Lock side : List.of(others.readLock(), others.writeLock())) {
      assertFalse(side.tryLock());
      assertFalse(side.tryLock(0, DAYS));
      assertFalse(side.tryLock(Long.MIN_VALUE, DAYS));
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertTrue(millis < 10_000, () -> "six tries took " + millis + " ms");
    mine.writeLock().unlock();
    for (Lock side : List.of(others.readLock(), others.writeLock())) {
      assertTrue(side.tryLock(-1, DAYS), "it is free, so there is nothing to wait for");
      side.unlock();
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_anInterruptEndsTheWaitOfEitherSide(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    ReadWriteLock others = rig.holdfast("b").readWrite("n").asReadWriteLock();
    Lease writing = a.readWrite("n").write().acquire();
    for (Lock side : List.of(others.readLock(), others.writeLock())) {
      CompletableFuture<Void> wait = new CompletableFuture<>();
      Thread thread = new Thread(() -> waitFor(side, wait), "tck-waits");
      thread.start();
      Until.met(SOON, "it waits", () -> a.inspect("n").waiters().size() == 1);
      thread.interrupt();
      Throwable end =
          assertThrows(ExecutionException.class, () -> wait.get(SOON.toSeconds(), SECONDS));
      assertInstanceOf(InterruptedException.class, end.getCause());
      Until.met(SOON, "its place is given up", () -> a.inspect("n").waiters().isEmpty());
      assertThrows(IllegalMonitorStateException.class, side::unlock);
    }
    assertTrue(writing.isHeld());
    writing.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static void waitFor(Lock side, CompletableFuture<Void> wait) {
    try {
      side.lockInterruptibly();
      wait.complete(null);
    } catch (InterruptedException | RuntimeException thrown) {
      wait.completeExceptionally(thrown);
    }
  }

  @Test
  default void required_X2_onlyTheSideThatAThreadHoldsIsUnlocked(Rig rig) throws Exception {
    ReadWriteLock mine = rig.holdfast("a").readWrite("n").asReadWriteLock();
    ReadWriteLock others = rig.holdfast("b").readWrite("n").asReadWriteLock();
    mine.readLock().lock();
    mine.readLock().lock();
    assertThrows(IllegalMonitorStateException.class, mine.writeLock()::unlock);
    CompletableFuture<Void> stranger = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              assertThrows(IllegalMonitorStateException.class, mine.readLock()::unlock);
              stranger.complete(null);
            },
            "tck-other");
    thread.start();
    stranger.get(SOON.toSeconds(), SECONDS);
    mine.readLock().unlock();
    assertFalse(others.writeLock().tryLock(), "it reads on until it has unlocked as often");
    mine.readLock().unlock();
    assertThrows(IllegalMonitorStateException.class, mine.readLock()::unlock);
    mine.writeLock().lock();
    assertThrows(IllegalMonitorStateException.class, mine.readLock()::unlock);
    assertFalse(others.readLock().tryLock(), "and writes on");
    mine.writeLock().unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }
}
