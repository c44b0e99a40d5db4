package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The leases on one hold, in the order in which they were given. */
final class LeasesTest {
  private static final LockSettings SECOND = bounded(Duration.ofSeconds(1));
  private static final LockSettings TWO = bounded(Duration.ofSeconds(2));

  private final NameMachine machine = new StillServices().machine();
  private final Leases leases = new Leases();

  private static LockSettings bounded(Duration most) {
    return new LockSettings(LockOptions.defaults().maxHold(most).holdAtLeast(most.dividedBy(2)));
  }

  private LeaseState add(long token, LockSettings settings) {
    LeaseState lease =
        new LeaseState(machine, Bench.hold(), token, settings, 0, 100, How.FREE, null);
    leases.add(lease);
    return lease;
  }

  private List<Long> tokens() {
    List<Long> tokens = new ArrayList<>();
    leases.forEach(lease -> tokens.add(lease.token));
    return tokens;
  }

  @Test
  void theyAreInOrderWhicheverLeaves() {
    LeaseState first = add(1, TWO);
    assertTrue(leases.isAlone(first));
    LeaseState second = add(2, TWO);
    LeaseState third = add(3, TWO);
    assertFalse(leases.isAlone(first));
    leases.remove(second);
    assertEquals(List.of(1L, 3L), tokens());
    leases.remove(first);
    assertTrue(leases.isAlone(third));
    leases.remove(third);
    assertTrue(leases.isEmpty());
    assertEquals(Timers.NEVER, leases.endsAt());
  }

  @Test
  void oneMayLeaveWhileAllAreLookedAt() {
    add(1, TWO);
    add(2, TWO);
    leases.forEach(leases::remove);
    assertTrue(leases.isEmpty());
  }

  @Test
  void theFirstToHaveHadItsTimeIsKnown() {
    add(1, TWO);
    LeaseState soon = add(2, SECOND);
    assertEquals(100 + SECOND.maxHoldNanos, leases.endsAt());
    leases.remove(soon);
    assertTrue(leases.endsAt() <= 100 + TWO.maxHoldNanos, "a bound is enough");
    leases.planEnd();
    assertEquals(100 + TWO.maxHoldNanos, leases.endsAt());
  }

  @Test
  void theOneThatOwesMostKeepsTheNameTaken() {
    add(1, SECOND);
    LeaseState most = add(2, TWO);
    assertEquals(TWO.holdAtLeastNanos, leases.owedNanos(100));
    most.owesNothing();
    assertEquals(SECOND.holdAtLeastNanos, leases.owedNanos(100));
    assertEquals(0, leases.owedNanos(100 + TWO.holdAtLeastNanos));
  }
}
