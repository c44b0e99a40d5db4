package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.engine.RenewalBatch.Answer;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Of the answer to an upgrade and the end of its caller's wait, the first one counts. */
final class UpgradeTest {
  private static final LockSettings WRITES = LockSettings.DEFAULTS;
  private static final LockSettings READS = new LockSettings(Mode.SHARED, WRITES.options);
  private static final long STAMP = 1_800_000_000_000_000L;

  private final StillServices services = new StillServices();
  private final NameMachine machine = services.machine();
  private final LeaseState lease = reader();
  private final Upgrade upgrade = upgrade();

  private LeaseState reader() {
    Waiter waiter = services.waits(READS);
    services.then(fx -> assertTrue(machine.enqueue(waiter, fx)));
    Attempt asked = services.last(Ask.class).attempt();
    services.then(fx -> machine.asked(asked, standing(STAMP, Mode.SHARED), services.now(), fx));
    return StillServices.lease(waiter);
  }

  private Upgrade upgrade() {
    KeepAlive.Change change =
        Objects.requireNonNull(machine.upgradeFor(lease, WRITES, new Effects()));
    return new Upgrade(lease, WRITES, change);
  }

  private static Standing standing(long stamp, Mode mode) {
    return new Standing.Holding(stamp, 30_000, false, mode);
  }

  private void answer(Standing standing) {
    services.then(fx -> upgrade.answered(new Answer(List.of(standing), services.now(), null), fx));
  }

  @Test
  void theAnswerMakesItTheWriters() {
    answer(standing(STAMP + 1, Mode.EXCLUSIVE));
    HeldLease made = upgrade.result();
    assertNotNull(made);
    assertEquals(Tokens.first(STAMP + 1), made.token());
    services.then(upgrade::giveUp); // too late
    assertTrue(made.isHeld());
  }

  @Test
  void anAnswerAfterTheCallerHasGivenUpLeavesItShared() {
    services.then(upgrade::giveUp);
    answer(standing(STAMP + 1, Mode.EXCLUSIVE));
    StoreException late = assertThrows(StoreException.class, upgrade::result);
    assertTrue(late.getMessage().contains("the shared lease is held as before"));
    assertEquals(LeaseState.Phase.HELD, lease.phase());
    assertEquals(Mode.SHARED, lease.hold.mode());
  }

  @Test
  void otherReadersInTheStoreRefuseIt() {
    answer(standing(STAMP, Mode.SHARED));
    assertNull(upgrade.result());
    assertFalse(upgrade.wasOutdated());
    assertEquals(LeaseState.Phase.HELD, lease.phase());
  }

  @Test
  void aHoldThatHadANewStampByThenIsAskedForAgain() {
    answer(standing(STAMP + 1, Mode.SHARED));
    assertNull(upgrade.result());
    assertTrue(upgrade.wasOutdated());
  }
}
