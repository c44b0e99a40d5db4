package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.Test;

/** Readers and writers of one client and of several. */
class ReadWriteTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final DistributedReadWriteLock mine = client.readWrite("a");
  private final DistributedReadWriteLock others = other.readWrite("a");

  private static Lease taken(DistributedLock lock) {
    return lock.tryAcquire().orElseThrow();
  }

  private int holds() {
    return client.inspect("a").holds().size();
  }

  @Test
  void readersOfAClientShareOneHold() {
    Lease first = taken(mine.read());
    bench.store.forget();
    List<Lease> more = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      more.add(taken(mine.read()));
    }
    assertEquals(0, bench.store.asked());
    assertEquals(1, holds());
    assertTrue(client.inspect("a").holds().get(0).shared());
    more.forEach(Lease::close);
    assertTrue(first.isHeld());
    assertEquals(0, bench.store.releases.size());
    first.close();
    assertEquals(1, bench.store.releases.size());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void readersOfTwoClientsReadAtOnceAndNeitherEndsTheOther() {
    Lease one = taken(mine.read());
    Lease two = taken(others.read());
    assertEquals(2, holds());
    assertTrue(two.token() > one.token());
    one.close();
    assertTrue(two.isHeld());
    assertTrue(mine.write().tryAcquire().isEmpty());
    two.close();
    taken(mine.write()).close();
  }

  @Test
  void aWriterExcludesEverybody() {
    Lease writer = taken(mine.write());
    for (DistributedReadWriteLock each : List.of(mine, others)) {
      assertTrue(each.read().tryAcquire().isEmpty());
      assertTrue(each.write().tryAcquire().isEmpty());
    }
    assertTrue(client.mutex("a").tryAcquire().isEmpty(), "a mutex is the write side");
    writer.close();
  }

  @Test
  void whoComesWhileAWriterWaitsStandsBehindIt() {
    Lease reader = taken(mine.read());
    CompletableFuture<Lease> writer = others.write().acquireAsync();
    CompletableFuture<Lease> second = others.read().acquireAsync();
    for (int i = 0; i < 32; i++) {
      taken(mine.read()).close(); // the budget of a client that knows that somebody waits
    }
    assertTrue(mine.read().tryAcquire().isEmpty());
    CompletableFuture<Lease> third = mine.read().acquireAsync();
    assertFalse(writer.isDone() || second.isDone() || third.isDone());
    reader.close();
    assertFalse(third.isDone());
    got(writer).close();
    assertTrue(got(second).isHeld(), "by the hold that the writer had");
    bench.advance(0);
    assertTrue(got(third).isHeld());
    assertEquals(2, holds());
  }

  @Test
  void aRunOfLocalReadersIsLetInByOneHold() {
    Lease writer = taken(mine.write());
    List<CompletableFuture<Lease>> readers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      readers.add(mine.read().acquireAsync());
    }
    CompletableFuture<Lease> next = mine.write().acquireAsync();
    bench.store.forget();
    writer.close();
    readers.forEach(reader -> assertTrue(got(reader).isHeld()));
    assertEquals(0, bench.store.releases.size(), "the hold became a shared one");
    bench.advance(1);
    assertInstanceOf(KeepAlive.Change.class, bench.store.keepAlives.get(0).get(0));
    assertTrue(taken(others.read()).isHeld());
    assertFalse(next.isDone());
  }

  @Test
  void aReaderWhoseLeaseIsLongerMakesTheHoldLonger() {
    LockOptions shorter = LockOptions.defaults().lease(Duration.ofSeconds(1));
    Lease first = taken(client.readWrite("a", shorter).read());
    CompletableFuture<Lease> second = mine.read().acquireAsync();
    assertFalse(second.isDone());
    bench.advance(0);
    assertTrue(got(second).remaining().toSeconds() > 20);
    assertTrue(first.isHeld());
  }

  @Test
  void aTryIsNotLeftWaitingForARenewal() {
    LockOptions shorter = LockOptions.defaults().lease(Duration.ofSeconds(1));
    Lease first = taken(client.readWrite("a", shorter).read());
    CompletableFuture<java.util.Optional<Lease>> second =
        mine.read().tryAcquireAsync(Duration.ZERO);
    bench.store.wire = WiredStore.Wire.CUT;
    bench.advance(0);
    assertTrue(second.isCompletedExceptionally());
    assertTrue(first.isHeld());
  }

  @Test
  void aLossIsToldToEachReader() {
    List<String> told = new ArrayList<>();
    Lease one = taken(mine.read());
    Lease two = taken(mine.read());
    one.onLost(loss -> told.add("one " + loss.kind()));
    two.onLost(loss -> told.add("two " + loss.kind()));
    assertTrue(other.breakHold("a"));
    assertEquals(List.of("one BROKEN", "two BROKEN"), told);
    assertThrows(LeaseLostException.class, one::close);
    assertThrows(LeaseLostException.class, two::close);
  }

  @Test
  void oneReadersLongestHoldEndsThatReaderAlone() {
    LockOptions bounded = LockOptions.defaults().maxHold(Duration.ofSeconds(5));
    Lease brief = taken(client.readWrite("a", bounded).read());
    Lease steady = taken(mine.read());
    bench.advance(5_000);
    assertFalse(brief.isHeld());
    assertTrue(steady.isHeld());
    assertEquals(1, holds());
    steady.close();
    assertEquals(0, holds());
  }

  @Test
  void aDowngradeLetsReadersInAndKeepsWritersOut() {
    Lease writer = taken(mine.write());
    CompletableFuture<Lease> waiting = others.read().acquireAsync();
    Lease reader = mine.downgrade(writer);
    assertFalse(writer.isHeld());
    writer.close();
    assertTrue(reader.isHeld());
    assertTrue(reader.token() > writer.token());
    assertTrue(got(waiting).isHeld());
    assertTrue(others.write().tryAcquire().isEmpty());
    assertThrows(IllegalStateException.class, () -> mine.downgrade(writer).close());
    assertThrows(IllegalArgumentException.class, () -> mine.downgrade(reader).close());
    assertThrows(IllegalArgumentException.class, () -> others.downgrade(reader).close());
    reader.close();
    assertEquals(1, holds());
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // what is locked when is the test
  void whatMustStayTakenIsNotShared() {
    LockOptions minute = LockOptions.defaults().holdAtLeast(Duration.ofMinutes(1));
    DistributedReadWriteLock once = client.readWrite("a", LockOptions.defaults(), minute);
    Lease writer = taken(once.write());
    assertThrows(IllegalArgumentException.class, () -> once.downgrade(writer).close());
    assertTrue(writer.isHeld());
    writer.close();
    assertTrue(others.read().tryAcquire().isEmpty(), "it stays taken");
    bench.advance(60_001);
    ReadWriteLock view = once.asReadWriteLock();
    view.writeLock().lock();
    view.readLock().lock();
    view.writeLock().unlock();
    assertTrue(others.read().tryAcquire().isEmpty(), "who read on is still alone");
    view.readLock().unlock();
    assertTrue(others.read().tryAcquire().isEmpty(), "and it stays taken");
  }

  @Test
  void aDowngradeThatIsNotAnsweredIsRepeated() {
    Lease writer = taken(mine.write());
    bench.store.wire = WiredStore.Wire.CUT;
    Lease reader = mine.downgrade(writer);
    assertTrue(reader.isHeld());
    bench.store.wire = WiredStore.Wire.WELL;
    assertTrue(others.read().tryAcquire().isEmpty());
    bench.advance(600);
    assertTrue(taken(others.read()).isHeld());
    assertTrue(reader.isHeld());
  }

  @Test
  void onlyTheSoleReaderBecomesTheWriter() {
    Lease reader = taken(mine.read());
    Lease beside = taken(others.read());
    assertTrue(mine.tryUpgrade(reader).isEmpty());
    assertTrue(reader.isHeld());
    beside.close();
    Lease alsoMine = taken(mine.read());
    assertTrue(mine.tryUpgrade(reader).isEmpty());
    alsoMine.close();
    Lease writer = mine.tryUpgrade(reader).orElseThrow();
    assertTrue(writer.token() > beside.token() && writer.token() > reader.token());
    assertFalse(reader.isHeld());
    assertTrue(others.read().tryAcquire().isEmpty());
    assertFalse(client.inspect("a").hold().orElseThrow().shared());
    writer.close();
    assertTrue(writer.token() < taken(others.read()).token());
  }

  @Test
  void anUpgradeWithoutAnAnswerLeavesAReader() {
    Lease reader = taken(mine.read());
    bench.store.wire = WiredStore.Wire.DEAF;
    assertThrows(
        dev.holdfast.StoreException.class, () -> mine.tryUpgrade(reader).ifPresent(Lease::close));
    assertTrue(reader.isHeld());
    bench.store.wire = WiredStore.Wire.WELL;
    assertTrue(others.read().tryAcquire().isEmpty(), "the store made it exclusive");
    bench.advance(600);
    assertTrue(taken(others.read()).isHeld(), "and has been told to share it again");
    assertTrue(reader.isHeld());
  }

  @Test
  void anUpgradeRightAfterADowngradeIsNotRefusedForAnOldStamp() {
    Lease writer = taken(mine.write());
    bench.store.wire = WiredStore.Wire.DEAF;
    Lease reader = mine.downgrade(writer);
    bench.store.wire = WiredStore.Wire.WELL;
    assertTrue(mine.tryUpgrade(reader).orElseThrow().isHeld());
  }

  /** Found by the lab: a reader's place was kept, and granted, for writers who could not use it. */
  @Test
  void aReadersPlaceIsNotKeptForAWriter() {
    Lease held = taken(others.write());
    CompletableFuture<Lease> reader = mine.read().acquireAsync();
    CompletableFuture<Lease> writer = mine.write().acquireAsync();
    bench.store.forget();
    assertTrue(reader.cancel(false));
    assertEquals(1, bench.store.releases.size());
    assertEquals(1, bench.store.acquires.size());
    assertEquals(Mode.EXCLUSIVE, bench.store.acquires.get(0).mode());
    held.close();
    assertTrue(got(writer).isHeld());
    assertEquals(1, bench.store.acquires.size(), "it was handed on to the writer's place");
  }

  @Test
  void aWritersPlaceServesAReader() {
    Lease held = taken(others.write());
    CompletableFuture<Lease> writer = mine.write().acquireAsync();
    CompletableFuture<Lease> reader = mine.read().acquireAsync();
    bench.store.forget();
    assertTrue(writer.cancel(false));
    assertEquals(0, bench.store.asked());
    held.close();
    assertTrue(got(reader).isHeld());
    bench.advance(0);
    assertTrue(taken(others.read()).isHeld(), "the store knows that it is a reader");
  }

  /** Found by the simulation, seed 7226: the refusal was taken for the hold's first renewal. */
  @Test
  void aRefusedUpgradeDoesNotPutOffTheClaim() {
    Lease writer = taken(mine.write());
    CompletableFuture<Lease> reader = others.read().acquireAsync();
    CompletableFuture<Lease> beside = bench.client("third").readWrite("a").read().acquireAsync();
    writer.close();
    assertTrue(got(beside).isHeld());
    assertTrue(others.tryUpgrade(got(reader)).isEmpty());
    bench.advance(5_000); // more than the claim window
    assertTrue(got(reader).isHeld());
  }

  @Test
  void optionsForOneHolderAreNotForReaders() {
    for (LockOptions alone :
        List.of(
            LockOptions.defaults().renew(false),
            LockOptions.defaults().holdAtLeast(Duration.ofSeconds(1)))) {
      assertThrows(IllegalArgumentException.class, () -> client.readWrite("a", alone).read());
      assertEquals(alone, client.readWrite("a", LockOptions.defaults(), alone).write().options());
    }
  }
}
