package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.engine.NameRequests.Ending;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The events of one name, as calls, answers, pushes and ticks bring them. */
final class NameMachineTest {
  private static final LockSettings SETTINGS = LockSettings.DEFAULTS;
  private static final long STAMP = 1_800_000_000_000_000L;
  private static final Standing.Holding HOLDING = new Standing.Holding(STAMP, 30_000, false);

  private final StillServices services = new StillServices();
  private final NameMachine machine = services.machine();

  private Waiter enqueue(Waiter waiter) {
    services.then(fx -> assertTrue(machine.enqueue(waiter, fx)));
    return waiter;
  }

  private Attempt asked() {
    return services.last(Ask.class).attempt();
  }

  private LeaseState granted() {
    Waiter waiter = enqueue(services.waits(SETTINGS));
    services.then(fx -> machine.asked(asked(), HOLDING, services.now(), fx));
    return StillServices.lease(waiter);
  }

  @Test
  void aRequestIsSentOnceAndGrantedByItsAnswer() {
    Waiter first = enqueue(services.waits(SETTINGS));
    Waiter second = enqueue(services.waits(SETTINGS));
    assertEquals(1, services.asked.size());
    services.then(fx -> machine.asked(asked(), HOLDING, services.now(), fx));
    assertEquals(Tokens.first(STAMP), StillServices.lease(first).token);
    assertNull(second.outcome());
  }

  @Test
  void anAnswerThatAPushWasFasterThanChangesNothing() {
    Waiter waiter = enqueue(services.waits(SETTINGS));
    Attempt attempt = asked();
    services.then(fx -> machine.granted(attempt.id, HOLDING, services.now(), fx));
    LeaseState lease = StillServices.lease(waiter);
    services.then(fx -> machine.asked(attempt, new Standing.Absent(0, null, false), 1, fx));
    assertEquals(LeaseState.Phase.HELD, lease.phase());
  }

  @Test
  void aReleasedHoldIsLentToTheNextWaiterWithoutARequest() {
    LeaseState first = granted();
    Waiter next = enqueue(services.waits(SETTINGS));
    services.then(fx -> assertNull(machine.release(first, fx)));
    assertEquals(first.token + 1, StillServices.lease(next).token);
    assertEquals(1, services.asked.size());
  }

  @Test
  void withNothingUnderWayItIsRetiredAndTakesNoRequestIn() {
    LeaseState lease = granted();
    services.then(fx -> machine.release(lease, fx));
    Attempt ending = services.last(Ending.class).attempt();
    assertEquals(List.of(), services.retired);
    services.then(fx -> machine.ended(ending, true, fx));
    assertEquals(List.of(machine), services.retired);
    assertTrue(ending.isOver());
    assertFalse(machine.enqueue(services.waits(SETTINGS), new Effects()));
  }

  /** What comes of the last event is done before the client is closed. */
  @Test
  void thatNothingIsLeftIsToldAfterAllThatComesOfTheLastEvent() {
    LeaseState lease = granted();
    services.open = false;
    services.then(fx -> machine.release(lease, fx));
    Attempt ending = services.last(Ending.class).attempt();
    services.then(
        fx -> {
          fx.add(caller -> services.told.add("done"));
          machine.ended(ending, true, fx);
          assertEquals(List.of(), services.told);
        });
    assertEquals(List.of("done", "nothing is left"), services.told);
  }

  @Test
  void aTryThatIsRefusedNamesTheHolder() {
    Waiter tries = enqueue(services.tries(SETTINGS));
    services.then(
        fx -> machine.asked(asked(), new Standing.Absent(9, "other/h/1/n/1", false), 1, fx));
    assertEquals(new Outcome.NotGranted("other/h/1/n/1"), tries.outcome());
  }

  /** Whether it has reached the store is unknown, so that it is ended before another is made. */
  @Test
  void anAttemptWithoutAnAnswerIsEndedBeforeTheNext() {
    Waiter waiter = enqueue(services.waits(SETTINGS));
    Attempt first = asked();
    services.then(fx -> machine.askFailed(first, new StoreException("silent", null, true), fx));
    assertNull(waiter.outcome());
    assertEquals(1, services.asked.size(), "a pause comes first");
    services.host.advance(TimeUnit.SECONDS.toNanos(1));
    services.then(fx -> machine.tick(services.now(), new RenewalBatch(name -> 0), fx));
    assertEquals(first, services.last(Ending.class).attempt());
    services.then(fx -> machine.ended(first, false, fx));
    assertFalse(first.id.equals(asked().id));
  }

  @Test
  void aRecallThatComesBeforeTheGrantCounts() {
    enqueue(services.waits(SETTINGS));
    Attempt attempt = asked();
    machine.pendingRecalls.add(attempt.id);
    services.then(machine::takeInRecalls);
    services.then(fx -> machine.asked(attempt, HOLDING, services.now(), fx));
    HoldUse present = Objects.requireNonNull(machine.flows.front().holdUse());
    assertFalse(present.hold.othersWait());
    services.then(machine::takeInRecalls);
    assertTrue(present.hold.othersWait());
  }

  @Test
  void aHoldThatWasBrokenIsLostAndItsHolderTold() {
    LeaseState lease = granted();
    services.then(fx -> machine.broken(lease.hold.attemptId, fx));
    assertEquals(LeaseState.Phase.LOST, lease.phase());
    assertEquals(List.of("lost a " + lease.token + " BROKEN"), services.told);
  }

  @Test
  void closingEndsTheHoldAndFailsItsWaiters() {
    LeaseState lease = granted();
    Waiter waiting = enqueue(services.waits(SETTINGS));
    IllegalStateException closed = new IllegalStateException("closed");
    services.then(fx -> assertEquals(1, machine.close(closed, fx).size()));
    assertEquals(new Outcome.Failed(closed), waiting.outcome());
    assertEquals(List.of("lost a " + lease.token + " CLOSED"), services.told);
    assertInstanceOf(Ending.class, services.last(Ending.class));
  }

  @Test
  void aReaderThatIsAloneBecomesTheWriter() {
    LockSettings shared = new LockSettings(dev.holdfast.spi.Mode.SHARED, SETTINGS.options);
    Waiter reader = enqueue(services.waits(shared));
    Standing.Holding read =
        new Standing.Holding(STAMP, 30_000, false, dev.holdfast.spi.Mode.SHARED);
    services.then(fx -> machine.asked(asked(), read, services.now(), fx));
    LeaseState lease = StillServices.lease(reader);
    services.then(
        fx -> {
          var change = Objects.requireNonNull(machine.upgradeFor(lease, SETTINGS, fx));
          HeldLease made =
              Objects.requireNonNull(
                  machine.upgraded(
                      lease,
                      SETTINGS,
                      change,
                      new Standing.Holding(STAMP + 5, 30_000, false),
                      services.now(),
                      fx));
          assertEquals(Tokens.first(STAMP + 5), made.token());
        });
    assertEquals(LeaseState.Phase.RELEASED, lease.phase());
  }
}
