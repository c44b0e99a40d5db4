package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.SuspendAwareClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a quorum's clients do when the clock of a member is stepped. */
class QuorumClockTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final LockOptions OPTIONS = LockOptions.defaults().lease(LEASE);

  private final SuspendAwareClock ticker = new SuspendAwareClock();
  private final AtomicLong aheadMicros = new AtomicLong(1_800_000_000_000_000L);
  private final List<MemoryStore> members = new ArrayList<>();

  QuorumClockTest() {
    members.add(MemoryStore.create(() -> aheadMicros.get() + ticker.nanos() / 1_000));
    members.add(MemoryStore.create());
    members.add(MemoryStore.create());
  }

  private Holdfast client() {
    return Holdfast.builder(QuorumStore.of(members)).options(OPTIONS).build();
  }

  /** Of a hold on two of three, one would grant it again, and the third as well. */
  @Test
  void whatAMemberGrantsBeforeItsTimeIsNotCounted() throws InterruptedException {
    try (Holdfast third = Holdfast.over(members.get(2));
        Holdfast a = client();
        Holdfast b = client()) {
      b.mutex("other").acquire().close();
      Lease there = third.mutex("n").acquire();
      Optional<Lease> held = Optional.empty();
      for (int i = 0; held.isEmpty(); i++) { // the queue may be at the third
        there.close();
        there = third.mutex("n" + i).acquire();
        held = a.mutex("n" + i).tryAcquire();
      }
      there.close();
      aheadMicros.addAndGet(2 * LEASE.toMillis() * 1_000);
      String name = held.get().name();
      StoreException told = assertThrows(StoreException.class, () -> b.mutex(name).tryAcquire());
      assertTrue(told.getMessage().contains("its clock was stepped forward"), told.getMessage());
      assertTrue(told.isTransient());
      assertTrue(held.get().isHeld());
    }
  }

  @Test
  void theOthersAreEnough() throws InterruptedException {
    try (Holdfast a = client();
        Holdfast b = client()) {
      b.mutex("other").acquire().close();
      try (Lease held = a.mutex("n").acquire()) {
        aheadMicros.addAndGet(2 * LEASE.toMillis() * 1_000);
        assertTrue(b.mutex("n").tryAcquire().isEmpty());
        assertEquals("n", held.name());
      }
      b.mutex("n").acquire(Duration.ofSeconds(20)).close();
    }
  }

  /** A virtual machine that was stopped: its clocks missed what went by. */
  @Test
  void aClientWhoseTimeStoodStillIsServedAtOnce() throws InterruptedException {
    AtomicLong missed = new AtomicLong();
    List<MemoryStore> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long ahead = 1_800_000_000_000_000L + i * 3_000L;
      all.add(MemoryStore.create(() -> ahead + missed.get() + ticker.nanos() / 1_000));
    }
    try (Holdfast a = Holdfast.builder(QuorumStore.of(all)).options(OPTIONS).build()) {
      a.mutex("n").acquire().close();
      for (int i = 0; i < 20; i++) {
        missed.addAndGet(300_000);
        a.mutex("n").tryAcquire().orElseThrow().close();
      }
    }
  }
}
