package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Permits are asked for one flow at a time, and each hold of them then goes its own way. */
final class AcquireFlowsTest {
  private static final LockSettings ONE_OF_THREE =
      new LockSettings(1, 3, LockOptions.defaults().linger(Duration.ofSeconds(1)));

  private final StillServices services = new StillServices();
  private final WaitQueue waiters = new WaitQueue();
  private final AcquireFlows flows =
      new AcquireFlows(services.machine(), waiters, new Taken(), services);
  private long stamp = 1_800_000_000_000_000L;

  private Waiter ask(LockSettings settings) {
    Waiter waiter = services.waits(settings);
    waiters.add(waiter);
    if (flows.front().isIn(AcquirePhase.IDLE)) {
      services.then(fx -> flows.front().start(waiter, fx));
    }
    return waiter;
  }

  private void grant(Mode mode) {
    AcquireFlow front = flows.front();
    Standing.Holding holding = new Standing.Holding(stamp++, 30_000, false, mode);
    services.then(
        fx -> {
          front.hold(holding, services.now(), true, fx);
          flows.settle(front, fx);
        });
  }

  @Test
  void aLockHasOneFlow() {
    ask(LockSettings.DEFAULTS);
    AcquireFlow front = flows.front();
    grant(Mode.EXCLUSIVE);
    assertSame(front, flows.front());
    assertEquals(List.of(front), flows.all());
    assertFalse(flows.areIdle());
  }

  @Test
  void aFlowWithPermitsIsDetachedAndTheNextOneAsks() {
    Waiter first = ask(ONE_OF_THREE);
    Waiter second = ask(ONE_OF_THREE);
    assertEquals(1, services.asked.size());
    AcquireFlow granted = flows.front();
    grant(Mode.COUNTED);
    LeaseState lease = StillServices.lease(first);
    assertNotSame(granted, flows.front());
    assertSame(granted, flows.of(lease.hold.attemptId));
    assertTrue(flows.front().isIn(AcquirePhase.ASKING, services.last(Ask.class).attempt()));
    grant(Mode.COUNTED);
    assertNotSame(lease.hold, StillServices.lease(second).hold);
    assertEquals(3, flows.all().size());
  }

  @Test
  void permitsThatLingerAreGivenToANewWaiter() {
    Waiter first = ask(ONE_OF_THREE);
    AcquireFlow granted = flows.front();
    grant(Mode.COUNTED);
    Waiter next = services.waits(ONE_OF_THREE);
    assertSame(flows.front(), flows.forNew(next));
    HoldUse present = Objects.requireNonNull(granted.holdUse());
    present.released(StillServices.lease(first));
    services.then(
        fx -> {
          granted.passOn(present, services.now(), fx);
          flows.settle(granted, fx);
        });
    assertTrue(present.isLingering());
    assertSame(granted, flows.forNew(next));
    assertSame(
        flows.front(), flows.forNew(services.waits(new LockSettings(2, 3, ONE_OF_THREE.options))));
  }

  @Test
  void aDetachedFlowIsForgottenWithItsAttempt() {
    Waiter first = ask(ONE_OF_THREE);
    AcquireFlow granted = flows.front();
    grant(Mode.COUNTED);
    String attempt = StillServices.lease(first).hold.attemptId;
    services.then(
        fx -> {
          granted.end(0, fx);
          granted.ended(true, fx);
          flows.settle(granted, fx);
        });
    assertSame(flows.front(), flows.of(attempt));
    assertTrue(flows.areIdle());
  }
}
