package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.BusyPool;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * L2 on the threads of a fork-join pool, where a wait by {@link CompletableFuture#get} runs other
 * tasks of the pool. One of them may want a lock that the waiting thread holds: it then waits on
 * top of the call that would give the lock back, and both wait without end.
 */
public interface PoolRules extends RuleGroup {
  @Test
  default void required_L2_aCallThatWaitsRunsNoOtherTaskOfItsPool(Rig rig) throws Exception {
    Holdfast other = rig.holdfast("other");
    try (BusyPool pool = new BusyPool()) {
      Set<String> helped = pool.during(calls -> eachThatWaits(rig, other, calls));
      assertEquals(Set.of(), helped, "other tasks of the pool ran inside these calls");
    }
  }

  private static void eachThatWaits(Rig rig, Holdfast other, BusyPool.Calls calls)
      throws Exception {
    Holdfast a = calls.ask("connect", () -> rig.holdfast("a"));
    DistributedLock lock = a.mutex("n");
    Lease first = calls.ask("acquire", lock::acquire);
    calls.make("inspect", () -> assertTrue(a.inspect("n").isHeld()));
    calls.make("names", () -> assertEquals(List.of("n"), a.names(10)));
    calls.make("isCurrent", () -> assertTrue(a.isCurrent(first.sequencer())));
    rig.pass(Duration.ofMillis(500)); // what the renewal may take and still bring back
    calls.make("ensure", () -> first.ensure(first.remaining()));
    calls.make("release", first::close);
    Lease theirs = other.mutex("n").acquire();
    Duration moment = Duration.ofMillis(50);
    calls.make("try without success", () -> assertTrue(lock.tryAcquire().isEmpty()));
    calls.make("wait without success", () -> assertTrue(lock.tryAcquire(moment).isEmpty()));
    calls.make("breakHold", () -> assertTrue(a.breakHold("n")));
    theirs.release();
    calls.make("all", () -> a.all(List.of("m", "n")).acquire().close());
    if (rig.capabilities().modes().contains(Mode.SHARED)) {
      DistributedReadWriteLock both = a.readWrite("n");
      Lease written = both.write().acquire();
      Lease read = calls.ask("downgrade", () -> both.downgrade(written));
      calls.ask("upgrade", () -> both.tryUpgrade(read).orElseThrow()).close();
    }
    Lease left = lock.acquire();
    calls.make("close", a::close);
    assertFalse(left.isHeld());
  }

  @Test
  default void required_L2_nestedLocksInTasksOfAPoolMeetNoDeadlock(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    try (BusyPool pool = new BusyPool()) {
      CompletableFuture<Void> all =
          pool.fromWithin(
              20,
              () -> {
                try (Lease outer = a.mutex("outer").acquire();
                    Lease inner = a.mutex("inner").acquire()) {
                  assertTrue(outer.isHeld() && inner.isHeld());
                }
              });
      all.get(40, SECONDS);
    }
  }
}
