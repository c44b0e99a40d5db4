package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Acknowledging;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.engine.NameRequests.Ending;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The transitions of one attempt and its hold. */
final class AcquireFlowTest {
  private static final LockSettings SETTINGS = LockSettings.DEFAULTS;
  private static final Standing.Holding HOLDING =
      new Standing.Holding(1_800_000_000_000_000L, 30_000, false);

  private StillServices services = new StillServices();
  private final WaitQueue waiters = new WaitQueue();
  private AcquireFlow flow = flow();

  private AcquireFlow flow() {
    return new AcquireFlow(services.machine(), waiters, new Taken(), services);
  }

  private Waiter start(LockSettings settings) {
    Waiter waiter = services.waits(settings);
    waiters.add(waiter);
    services.then(fx -> flow.start(waiter, fx));
    return waiter;
  }

  private LeaseState granted() {
    Waiter waiter = start(SETTINGS);
    services.then(fx -> flow.hold(HOLDING, services.now(), true, fx));
    return StillServices.lease(waiter);
  }

  /** Gives the lease back, so that the end of the attempt is asked for. */
  private Attempt release(LeaseState lease) {
    HoldUse present = Objects.requireNonNull(flow.holdUse());
    present.released(lease);
    flow.endsWith(lease);
    services.then(fx -> flow.passOn(present, services.now(), fx));
    return services.last(Ending.class).attempt();
  }

  @Test
  void itAsksForTheFirstWaiterAndGivesItTheHold() {
    assertTrue(flow.isIn(AcquirePhase.IDLE));
    Waiter waiter = start(SETTINGS);
    assertTrue(flow.isIn(AcquirePhase.ASKING, services.last(Ask.class).attempt()));
    services.then(fx -> flow.hold(HOLDING, services.now(), true, fx));
    assertTrue(flow.isIn(AcquirePhase.HELD));
    assertNotNull(flow.holdUseOf(StillServices.lease(waiter)));
    assertTrue(waiters.isEmpty());
  }

  @Test
  void aHoldThatIsMissingAtItsReleaseIsLostAfterAll() {
    LeaseState lease = granted();
    release(lease);
    services.then(fx -> flow.ended(false, fx));
    assertEquals(Loss.Kind.REFUSED, Objects.requireNonNull(lease.loss()).kind());
    assertTrue(flow.isIn(AcquirePhase.IDLE));
  }

  @Test
  void whereHoldsEndWithTheirSessionThatIsHowItWasLost() {
    services = new StillServices(true, HoldKind.SESSION);
    flow = flow();
    LeaseState lease = granted();
    release(lease);
    services.then(fx -> flow.ended(false, fx));
    assertEquals(Loss.Kind.SESSION_ENDED, Objects.requireNonNull(lease.loss()).kind());
  }

  @Test
  void aHoldThatIsFoundWasHeldToItsEnd() {
    LeaseState lease = granted();
    release(lease);
    services.then(fx -> flow.ended(true, fx));
    assertNull(lease.loss());
  }

  /** It may have run out while the release was on its way, which is no loss. */
  @Test
  void aHoldThatIsMissingAfterItsDeadlineIsNotLost() {
    LeaseState lease = granted();
    release(lease);
    services.host.advance(TimeUnit.SECONDS.toNanos(40));
    services.then(fx -> flow.ended(false, fx));
    assertNull(lease.loss());
  }

  @Test
  void anEarlierCopyOfTheReleaseMayHaveEndedIt() {
    LeaseState lease = granted();
    Attempt ending = release(lease);
    services.then(fx -> flow.endFailed(new StoreException("silent", null, true), fx));
    assertTrue(ending.isOvertaking());
    services.then(fx -> flow.ended(false, fx));
    assertNull(lease.loss());
  }

  @Test
  void theLeaseBeforeIsNotBlamedForTheNextAttempt() {
    LeaseState lease = granted();
    release(lease);
    services.then(fx -> flow.ended(true, fx));
    start(SETTINGS);
    services.then(
        fx -> {
          flow.end(0, fx);
          flow.ended(false, fx);
        });
    assertNull(lease.loss());
  }

  @Test
  void aGrantThatLeavesTooLittleTimeIsConfirmedFirst() {
    Waiter waiter = start(SETTINGS);
    Standing.Holding thin = new Standing.Holding(HOLDING.stamp(), 100, false);
    services.then(fx -> flow.hold(thin, services.now(), false, fx));
    assertNull(waiter.outcome());
    HoldUse present = Objects.requireNonNull(flow.holdUse());
    assertTrue(present.isConfirming());
    services.then(fx -> flow.renewed(present, HOLDING, services.now(), services.now(), fx));
    assertNotNull(flow.holdUseOf(StillServices.lease(waiter)));
  }

  @Test
  void aHoldThatReplicasAreToHaveIsNotGivenBeforeTheyHaveIt() {
    LockSettings byTwo =
        new LockSettings(LockOptions.defaults().acknowledgedBy(2, Duration.ofSeconds(5)));
    Waiter waiter = start(byTwo);
    services.then(fx -> flow.hold(HOLDING, services.now(), true, fx));
    Hold hold = services.last(Acknowledging.class).hold();
    assertNotNull(flow.confirming(hold));
    assertNull(waiter.outcome());
    assertTrue(
        services.last(Acknowledging.class).tooFew(1).getMessage().contains("but only 1 did"));
  }

  @Test
  void thePlaceIsLookedAtAfterHalfAClaimWindowAtTheLatest() {
    Waiter waiter = start(SETTINGS);
    long sentAt = services.now();
    services.then(fx -> flow.queued(new Standing.Queued(3, 9_000, "b/h/1/n/1"), sentAt, fx));
    assertEquals(sentAt + SETTINGS.lookNanos, flow.dueAt());
    services.then(fx -> flow.queued(new Standing.Queued(0, 200, "b/h/1/n/1"), sentAt, fx));
    assertEquals(sentAt + TimeUnit.MILLISECONDS.toNanos(201), flow.dueAt());
    assertNull(waiter.outcome());
  }

  @Test
  void withoutPushesThePlaceIsLookedAtOften() {
    services = new StillServices(false, HoldKind.LEASE);
    flow = flow();
    start(SETTINGS);
    long now = services.now();
    services.then(fx -> flow.queued(new Standing.Queued(0, 9_000, "b/h/1/n/1"), now, fx));
    assertEquals(now + TimeUnit.MILLISECONDS.toNanos(1), flow.dueAt());
  }

  @Test
  void aPlaceThatNoWaiterHasAUseForIsLeft() {
    Waiter waiter = start(SETTINGS);
    services.then(fx -> flow.queued(new Standing.Queued(0, 9_000, "b/h/1/n/1"), 1, fx));
    assertTrue(waiters.remove(waiter));
    services.then(flow::leaveIfDeserted);
    assertTrue(flow.isIn(AcquirePhase.ENDING, services.last(Ending.class).attempt()));
  }

  @Test
  void aReleaseThatTheStoreRefusesForGoodIsLeftToExpiry() {
    release(granted());
    services.then(fx -> flow.endFailed(new StoreException("no right", null, false), fx));
    assertTrue(flow.isIn(AcquirePhase.IDLE));
  }

  @Test
  void aNameThatIsUsedOtherwiseFailsTheWaitersThatAskForTheSame() {
    Waiter lock = start(SETTINGS);
    Waiter permits = services.waits(new LockSettings(1, 3, LockOptions.defaults()));
    waiters.add(permits);
    services.then(fx -> flow.mismatched(new Standing.Mismatched(3), fx));
    assertTrue(lock.outcome() instanceof Outcome.Failed);
    assertNull(permits.outcome());
  }
}
