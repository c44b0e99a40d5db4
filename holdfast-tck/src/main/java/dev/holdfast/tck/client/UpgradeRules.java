package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.Test;

/** S4 as users see it: from writing to reading and back; and the view of both sides. */
@SuppressWarnings("LockNotBeforeTry") // what unlock() does is what these tests ask
@Needs(Mode.SHARED)
public interface UpgradeRules extends RuleGroup {
  /** A waiter is granted within this, also on a busy machine and without pushes. */
  Duration ADMITTED = Duration.ofSeconds(15);

  @Test
  default void required_S4_aDowngradeLetsReadersInAndKeepsWritersOut(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    DistributedReadWriteLock mine = a.readWrite("n");
    Lease writer = mine.write().acquire();
    CompletableFuture<Lease> waiting = b.readWrite("n").read().acquireAsync();
    Until.met(ADMITTED, "a reader waits", () -> a.inspect("n").waiters().size() == 1);
    Lease reader = mine.downgrade(writer);
    assertFalse(writer.isHeld());
    assertTrue(reader.isHeld());
    assertTrue(reader.token() > writer.token());
    Lease beside = waiting.get(ADMITTED.toSeconds(), SECONDS);
    assertTrue(reader.isHeld(), "both read");
    assertEquals(2, b.inspect("n").holds().size());
    assertTrue(rig.holdfast("c").readWrite("n").write().tryAcquire().isEmpty());
    assertThrows(IllegalStateException.class, () -> mine.downgrade(writer).close());
    reader.close();
    assertTrue(beside.isHeld());
    beside.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** The store is told again until it has understood. */
  @Test
  default void required_S4_aDowngradeThatIsNotAnsweredCountsAllTheSame(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    Lease writer = a.readWrite("n").write().acquire();
    store.failKeepAlives(2);
    Lease reader = a.readWrite("n").downgrade(writer);
    assertTrue(reader.isHeld());
    Lease beside = b.readWrite("n").read().acquire(ADMITTED);
    assertTrue(reader.isHeld());
    reader.close();
    beside.close();
  }

  @Test
  default void required_S4_onlyTheSoleReaderBecomesTheWriter(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease mine = a.readWrite("n").read().acquire();
    Lease alsoMine = a.readWrite("n").read().acquire();
    Lease theirs = b.readWrite("n").read().acquire();
    long begun = System.nanoTime();
    assertTrue(a.readWrite("n").tryUpgrade(mine).isEmpty());
    assertTrue(b.readWrite("n").tryUpgrade(theirs).isEmpty(), "both are answered at once");
    assertTrue(mine.isHeld() && alsoMine.isHeld() && theirs.isHeld());
    theirs.close();
    assertTrue(a.readWrite("n").tryUpgrade(mine).isEmpty(), "its own client still reads");
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertTrue(millis < 10_000, () -> "three upgrades took " + millis + " ms");
    assertTrue(mine.isHeld() && alsoMine.isHeld());
    alsoMine.close();
    Lease writer = a.readWrite("n").tryUpgrade(mine).orElseThrow();
    assertFalse(mine.isHeld());
    assertTrue(writer.isHeld());
    assertTrue(writer.token() > mine.token() && writer.token() > theirs.token());
    for (Holdfast client : List.of(a, b)) {
      assertTrue(client.readWrite("n").read().tryAcquire().isEmpty());
    }
    writer.close();
    try (Lease next = b.readWrite("n").read().acquire(ADMITTED)) {
      assertTrue(next.token() > writer.token());
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** As ReentrantReadWriteLock does it, across clients. */
  @Test
  default void required_S4_aThreadThatWritesMayReadAndGoOnReading(Rig rig) throws Exception {
    ReadWriteLock mine = rig.holdfast("a").readWrite("n").asReadWriteLock();
    ReadWriteLock others = rig.holdfast("b").readWrite("n").asReadWriteLock();
    mine.writeLock().lock();
    mine.readLock().lock();
    mine.writeLock().lock();
    mine.writeLock().unlock();
    assertFalse(others.readLock().tryLock());
    mine.writeLock().unlock();
    assertTrue(others.readLock().tryLock(ADMITTED.toSeconds(), TimeUnit.SECONDS), "both read");
    assertFalse(others.writeLock().tryLock());
    assertFalse(mine.writeLock().tryLock());
    assertThrows(IllegalMonitorStateException.class, mine.writeLock()::lock);
    assertThrows(IllegalMonitorStateException.class, mine.writeLock()::unlock);
    mine.readLock().unlock();
    assertThrows(IllegalMonitorStateException.class, mine.readLock()::unlock);
    others.readLock().unlock();
    Lock writes = others.writeLock();
    assertTrue(writes.tryLock(ADMITTED.toSeconds(), TimeUnit.SECONDS));
    assertFalse(mine.readLock().tryLock());
    writes.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }
}
