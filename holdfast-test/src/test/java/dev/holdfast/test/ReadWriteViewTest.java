package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.Test;

/** A lock for readers and writers as {@code java.util.concurrent} knows it. */
@SuppressWarnings("LockNotBeforeTry") // each test says itself what is locked when
class ReadWriteViewTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final ReadWriteLock view = client.readWrite("a").asReadWriteLock();
  private final ReadWriteLock others = other.readWrite("a").asReadWriteLock();
  private final Lock read = view.readLock();
  private final Lock write = view.writeLock();

  private boolean othersMayRead() {
    boolean may = others.readLock().tryLock();
    if (may) {
      others.readLock().unlock();
    }
    return may;
  }

  private boolean isHeld() {
    return other.inspect("a").isHeld();
  }

  @Test
  void eachSideIsReentrantWithoutTheStore() {
    read.lock();
    bench.store.forget();
    read.lock();
    assertTrue(client.readWrite("a").asReadWriteLock().readLock().tryLock(), "another view");
    assertEquals(0, bench.store.asked());
    for (int i = 0; i < 3; i++) {
      assertTrue(isHeld());
      read.unlock();
    }
    assertFalse(isHeld());
    write.lock();
    bench.store.forget();
    write.lock();
    assertTrue(client.mutex("a").asLock().tryLock(), "a mutex is the write side");
    assertEquals(0, bench.store.asked());
    for (int i = 0; i < 3; i++) {
      assertTrue(isHeld());
      write.unlock();
    }
    assertFalse(isHeld());
  }

  @Test
  void whoWritesMayReadAndReadsOn() {
    write.lock();
    read.lock();
    assertFalse(othersMayRead());
    write.unlock();
    assertTrue(othersMayRead(), "the writer has become a reader");
    assertFalse(others.writeLock().tryLock());
    assertThrows(IllegalMonitorStateException.class, write::unlock);
    read.unlock();
    assertFalse(isHeld());
  }

  @Test
  void whoStopsReadingFirstWritesOn() {
    write.lock();
    read.lock();
    read.unlock();
    assertFalse(othersMayRead());
    assertThrows(IllegalMonitorStateException.class, read::unlock);
    write.unlock();
    assertFalse(isHeld());
  }

  @Test
  void whoReadsDoesNotWaitForItselfToWrite() throws InterruptedException {
    read.lock();
    assertThrows(IllegalMonitorStateException.class, write::lock);
    assertThrows(IllegalMonitorStateException.class, write::lockInterruptibly);
    assertFalse(write.tryLock());
    assertFalse(write.tryLock(1, TimeUnit.DAYS));
    assertThrows(IllegalMonitorStateException.class, write::unlock);
    assertTrue(othersMayRead());
    read.unlock();
    assertFalse(isHeld());
  }

  @Test
  void aLossIsToldByEachUnlock() {
    write.lock();
    read.lock();
    client.breakHold("a");
    assertThrows(LeaseLostException.class, read::lock);
    assertThrows(LeaseLostException.class, write::unlock);
    assertThrows(LeaseLostException.class, read::unlock);
    assertThrows(IllegalMonitorStateException.class, read::unlock);
    assertTrue(othersMayRead());
  }

  /** Also a reader that asks to write, which it could not if it still read. */
  @Test
  void aLossIsToldByEachWayToLock() {
    read.lock();
    client.breakHold("a");
    for (Lock side : List.of(read, write)) {
      assertThrows(LeaseLostException.class, side::lock);
      assertThrows(LeaseLostException.class, side::lockInterruptibly);
      assertThrows(LeaseLostException.class, side::tryLock);
      assertThrows(LeaseLostException.class, () -> side.tryLock(1, TimeUnit.SECONDS));
      assertThrows(LeaseLostException.class, () -> side.tryLock(0, TimeUnit.SECONDS));
    }
    assertThrows(LeaseLostException.class, read::unlock);
    assertTrue(write.tryLock(), "the thread holds nothing any more");
    write.unlock();
  }
}
