package dev.holdfast.internal.engine;

import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Acknowledging;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.internal.text.PermitCounts;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All that this client knows of a name: its waiters, their attempt in the store, and the hold.
 *
 * <p>A state machine that never blocks. Events set off transitions of an {@link AcquireFlow} under
 * its lock; late answers change nothing. {@link Effects} are performed after the lock is left.
 *
 * <ol>
 *   <li>{@link #enqueue}: a request gets the present hold or waits; if idle, an attempt starts.
 *   <li>{@link #asked}, {@link #granted}: the store grants it; the first waiters get the hold.
 *   <li>{@link #tick}: late waiters leave; holds and queue places are kept alive when that is due.
 *   <li>{@link #release}: the next local waiter gets the hold, or it lingers, or its end is sent.
 *   <li>{@link #renewed}, {@link #broken}: a hold is lost if it is gone, or at its deadline.
 *   <li>{@link #ended}: the store has confirmed the end; if a request waits, an attempt starts.
 * </ol>
 */
public final class NameMachine implements LeaseServices {
  private final String name;
  final WaitQueue waiters = new WaitQueue();
  final AcquireFlows flows;
  final PendingRecalls pendingRecalls = new PendingRecalls();
  final Taken taken = new Taken();
  private final EngineServices engine;
  private final Consumer<NameMachine> whenRetired;
  private boolean retired;

  NameMachine(String name, EngineServices engine, Consumer<NameMachine> whenRetired) {
    this.name = name;
    this.engine = engine;
    this.whenRetired = whenRetired;
    this.flows = new AcquireFlows(this, waiters, taken, engine);
  }

  @Override
  public String name() {
    return name;
  }

  // ---- calls ----

  /** Takes in a request; returns false if this was retired and another must be asked. */
  synchronized boolean enqueue(Waiter waiter, Effects fx) {
    if (retired) {
      return false;
    }
    takeInRecalls(fx);
    AcquireFlow flow = flows.forNew(waiter);
    if (flows.mustNotWait(waiter)) {
      WaitQueue.settle(waiter, new Outcome.Failed(WaitQueue.selfWait(name)), fx);
      settle(flow, fx);
      return true;
    }
    if (flow.isIn(AcquirePhase.ENDING)) {
      flow.hurry(waiter, fx);
    }
    if (!waiter.waits && flow.isTakenFor(waiter)) {
      WaitQueue.refuse(waiter, flow.holder(), fx);
      settle(flow, fx);
      return true;
    }
    HoldUse present = flow.holdUse();
    waiter.queuedBehind(present != null);
    if (present != null && present.isInItsOwnWay(waiter)) {
      fx.add(caller -> engine.notifications().reentered(name));
    }
    waiters.add(waiter);
    if (flow.isIn(AcquirePhase.IDLE)) {
      flow.start(waiter, fx);
    } else if (present != null && present.mayHaveRoomFor(waiter)) {
      flow.passOn(present, engine.now(), fx);
    }
    settle(flow, fx);
    return true;
  }

  /** Takes in a mere try if that lets the store be asked for it now; returns whether it has. */
  synchronized boolean enqueueIfIdle(Waiter waiter, Effects fx) {
    AcquireFlow flow = flows.forNew(waiter);
    boolean idle = !retired && flow.isIn(AcquirePhase.IDLE) && waiters.isEmpty();
    return idle && enqueue(waiter, fx);
  }

  /** Adds what there is of this name now. */
  synchronized void tell(Census census) {
    census.waiting(name, waiters);
    for (AcquireFlow flow : flows.all()) {
      census.leases(name, flow.holdUse());
      census.ending(flow.ending());
    }
  }

  /** Takes a request back; returns the attempt that is being ended, if one is. */
  synchronized @Nullable Attempt cancel(Waiter waiter, Effects fx) {
    if (waiters.remove(waiter)) {
      WaitQueue.settle(waiter, new Outcome.Cancelled(), fx);
      flows.front().leaveIfDeserted(fx);
      settle(flows.front(), fx);
    }
    return ending();
  }

  /** The attempt that is being ended, if one is, before another can be made. */
  synchronized @Nullable Attempt ending() {
    return flows.front().ending();
  }

  @Override
  public synchronized @Nullable Attempt release(LeaseState released, Effects fx) {
    takeInRecalls(fx);
    long now = engine.now();
    AcquireFlow flow = flowOf(released);
    HoldUse present = flow.holdUseOf(released);
    if (present == null) {
      return null;
    }
    boolean unused = flow.endsByTime(present, now, fx);
    if (flow.holdUseOf(released) != null) {
      long owed = present.owedNanos(now);
      present.released(released);
      flow.endsWith(released);
      if (owed > 0) {
        flow.end(owed, fx);
      } else {
        flow.passOn(present, now, fx);
      }
    }
    settle(flow, fx);
    return released.phase() == LeaseState.Phase.RELEASED ? flow.ending() : null;
  }

  @Override
  public synchronized @Nullable Loss onLost(LeaseState lease, Consumer<Loss> callback) {
    return lease.onLost(callback);
  }

  @Override
  public synchronized void lookAt(LeaseState lease, Effects fx) {
    @Nullable HoldUse unused = valid(lease, fx);
  }

  @Override
  public synchronized @Nullable KeepAlive renewalFor(LeaseState lease, Effects fx) {
    HoldUse present = valid(lease, fx);
    return present == null ? null : present.hold.renewal(name, present.settings());
  }

  /** The present hold, if this lease has the use of it and its time is not over. */
  private @Nullable HoldUse valid(LeaseState lease, Effects fx) {
    AcquireFlow flow = flowOf(lease);
    HoldUse present = flow.holdUseOf(lease);
    if (present != null) {
      boolean unused = flow.endsByTime(present, engine.now(), fx);
      settle(flow, fx);
    }
    return flow.holdUseOf(lease);
  }

  private AcquireFlow flowOf(LeaseState lease) {
    return flows.of(lease.hold.attemptId);
  }

  /** Ends the waits, and what lingers, as the client takes no more requests. */
  synchronized void drain(RuntimeException refusal, Effects fx) {
    waiters.dismiss(waiter -> true, new Outcome.Failed(refusal), fx);
    for (AcquireFlow flow : flows.all()) {
      flow.leaveIfDeserted(fx);
      settle(flow, fx);
    }
  }

  /** Ends everything because the client is closed; returns the attempts to wait for. */
  synchronized List<Attempt> close(RuntimeException closed, Effects fx) {
    retired = true;
    waiters.dismiss(waiter -> true, new Outcome.Failed(closed), fx);
    List<Attempt> ending = new ArrayList<>(1);
    for (AcquireFlow flow : flows.all()) {
      flow.close(fx);
      Attempt pending = flow.attemptOrNull();
      if (pending != null) {
        ending.add(pending);
      }
      settle(flow, fx);
    }
    return ending;
  }

  // ---- exchanges of a lease for another of the same hold ----

  @Override
  public synchronized boolean endHoldWith(LeaseState lease) {
    return lease.hold.endWithItsLease(lease.token);
  }

  @Override
  public synchronized int takePermits(LeaseState lease, int permits, Effects fx) {
    HoldUse present = valid(lease, fx);
    if (present == null) {
      return -1;
    }
    int left = PermitCounts.left(name, permits, lease.permits());
    if (left > 0) {
      lease.permitsLeft(left);
      boolean unused = lease.hold.endWithItsLease(lease.token);
    }
    return left;
  }

  @Override
  public synchronized void extend(LeaseState lease, LockSettings next, Effects fx) {
    AcquireFlow flow = flowOf(lease);
    HoldUse present = valid(lease, fx);
    if (present != null) {
      present.extend(lease, next, engine.now());
      settle(flow, fx);
    }
  }

  @Override
  public synchronized @Nullable HeldLease downgrade(
      LeaseState lease, LockSettings shared, Effects fx) {
    AcquireFlow flow = flowOf(lease);
    HoldUse present = valid(lease, fx);
    if (present == null) {
      return null;
    }
    long now = engine.now();
    HeldLease made = present.share(lease, shared, now);
    flow.passOn(present, now, fx);
    settle(flow, fx);
    return made;
  }

  @Override
  public synchronized KeepAlive.@Nullable Change upgradeFor(
      LeaseState lease, LockSettings next, Effects fx) {
    HoldUse present = valid(lease, fx);
    return present == null || !present.mayUpgrade(lease) ? null : present.hold.upgrade(name, next);
  }

  @Override
  public synchronized @Nullable HeldLease upgraded(
      LeaseState lease,
      LockSettings next,
      KeepAlive.Change asked,
      Standing standing,
      long sentAt,
      Effects fx) {
    if (standing instanceof Standing.Holding holding) {
      lease.hold.upgraded(holding, asked.stamp());
    }
    renewed(lease.hold, standing, sentAt, fx);
    AcquireFlow flow = flowOf(lease);
    HoldUse present = valid(lease, fx);
    if (present == null) {
      return null;
    }
    long now = engine.now();
    HeldLease made =
        present.hold.mode() == Mode.EXCLUSIVE ? present.exchange(lease, next, now) : null;
    flow.passOn(present, now, fx); // readers may have come meanwhile
    settle(flow, fx);
    return made;
  }

  @Override
  public synchronized void upgradeFailed(LeaseState lease, StoreException error, Effects fx) {
    lease.hold.upgradeFailed();
    renewalFailed(lease.hold, error, fx);
  }

  @Override
  public synchronized KeepAlive.@Nullable Raise raiseFor(LeaseState lease, long stamp, Effects fx) {
    HoldUse present = valid(lease, fx);
    return present == null ? null : present.hold.raise(name, present.settings(), stamp);
  }

  @Override
  public synchronized @Nullable HeldLease raised(
      LeaseState lease, Standing standing, long sentAt, Effects fx) {
    renewed(lease.hold, standing, sentAt, fx);
    AcquireFlow flow = flowOf(lease);
    HoldUse present = valid(lease, fx);
    if (present == null) {
      return null;
    }
    present.hold.beginStamp();
    HeldLease made = present.renew(lease);
    settle(flow, fx);
    return made;
  }

  // ---- answers ----

  /** Takes in what is said of an attempt in this phase; of any other it is out of date. */
  private void in(AcquirePhase phase, Attempt attempt, Effects fx, Consumer<AcquireFlow> event) {
    AcquireFlow flow = flows.of(attempt.id);
    if (flow.isIn(phase, attempt)) {
      event.accept(flow);
      settle(flow, fx);
    }
  }

  @Override
  public synchronized void asked(Attempt asked, Standing standing, long sentAt, Effects fx) {
    // If it is not asking any more, a push was faster.
    in(AcquirePhase.ASKING, asked, fx, flow -> answered(flow, standing, sentAt, fx));
  }

  private static void answered(AcquireFlow flow, Standing standing, long sentAt, Effects fx) {
    flow.outageWaiters().answered();
    if (standing instanceof Standing.Holding holding) {
      flow.hold(holding, sentAt, true, fx);
    } else if (standing instanceof Standing.Queued queued) {
      flow.queued(queued, sentAt, fx);
      flow.leaveIfDeserted(fx);
    } else if (standing instanceof Standing.Absent absent) {
      flow.absent(absent, fx);
    } else if (standing instanceof Standing.Mismatched mismatched) {
      flow.mismatched(mismatched, fx);
    } else {
      throw new IllegalStateException("no answer to an acquire: " + standing);
    }
  }

  @Override
  public synchronized void askFailed(Attempt asked, StoreException error, Effects fx) {
    in(AcquirePhase.ASKING, asked, fx, flow -> flow.unknown(error, fx));
  }

  @Override
  public synchronized void notAsked(Attempt asked, StoreException error, Effects fx) {
    in(AcquirePhase.ASKING, asked, fx, flow -> flow.notAsked(error, fx));
  }

  @Override
  public synchronized boolean isSent(Attempt asked) {
    AcquireFlow flow = flows.of(asked.id);
    if (flow.isIn(AcquirePhase.ASKING, asked)) {
      flow.sent();
      return !waiters.isEmpty();
    }
    return false;
  }

  @Override
  public synchronized void withdrawn(Attempt asked, Effects fx) {
    // A waiter that has come meanwhile asks for itself.
    in(AcquirePhase.ASKING, asked, fx, flow -> flow.toIdle(fx));
  }

  /*
   * No waiter waits for an answer that is of no use any more: if all waiters have left, the hold is
   * ended at once, and the answer finds another hold or none. If the answer is unknown, so is
   * whether the hold would outlive its server, so that it is ended like an attempt whose grant is
   * unknown. Too few acknowledgements are told to all waiters that want more of them, rather than
   * to one after the other, each after a wait of its own.
   */
  @Override
  public synchronized void acknowledged(
      Acknowledging asked, ReplicaAck answer, long sentAt, Effects fx) {
    AcquireFlow flow = flows.of(asked.hold().attemptId);
    HoldUse present = flow.confirming(asked.hold());
    if (present == null) {
      return;
    }
    present.acknowledgedBy(answer.replicas());
    if (answer.standing() instanceof Standing.Holding
        && !present.isAcknowledgedFor(asked.settings())) {
      flow.outageWaiters().answered();
      waiters.dismiss(
          waiter -> waiter.settings.replicas > answer.replicas(),
          new Outcome.Failed(asked.tooFew(answer.replicas())),
          fx);
      flow.end(0, fx);
      settle(flow, fx);
    } else {
      renewed(asked.hold(), answer.standing(), sentAt, fx);
    }
  }

  @Override
  public synchronized void acknowledgementFailed(
      Acknowledging asked, StoreException error, Effects fx) {
    AcquireFlow flow = flows.of(asked.hold().attemptId);
    if (flow.confirming(asked.hold()) != null) {
      flow.unknown(error, fx);
      settle(flow, fx);
    }
  }

  @Override
  public synchronized void placeKept(Attempt kept, Standing standing, long sentAt, Effects fx) {
    in(AcquirePhase.QUEUED, kept, fx, flow -> lookedAt(flow, standing, sentAt, fx));
  }

  private static void lookedAt(AcquireFlow flow, Standing standing, long sentAt, Effects fx) {
    flow.outageWaiters().answered();
    if (standing instanceof Standing.Holding holding) {
      flow.hold(holding, sentAt, false, fx);
    } else if (standing instanceof Standing.Queued queued) {
      flow.queued(queued, sentAt, fx);
    } else {
      // It was granted and passed over, or the store forgot it: a new attempt must queue anew.
      flow.attempt().mayArriveLate();
      flow.end(0, fx);
    }
  }

  @Override
  public synchronized void placeFailed(Attempt kept, StoreException error, Effects fx) {
    in(AcquirePhase.QUEUED, kept, fx, flow -> flow.placeFailed(error, fx));
  }

  @Override
  public synchronized void renewed(Hold renewed, Standing standing, long sentAt, Effects fx) {
    AcquireFlow flow = flows.of(renewed.attemptId);
    HoldUse present = flow.holdUseOf(renewed.attemptId);
    if (present == null) {
      return;
    }
    flow.outageWaiters().answered();
    long now = engine.now();
    if (flow.expire(present, now, fx)) {
      settle(flow, fx);
      return;
    }
    if (standing instanceof Standing.Holding holding && !renewed.isWeakenedBy(holding)) {
      flow.renewed(present, holding, sentAt, now, fx);
    } else if (standing instanceof Standing.Absent absent && absent.broken()) {
      broken(renewed.attemptId, fx);
    } else {
      HoldKind holds = engine.store().holdKind();
      Loss loss =
          standing instanceof Standing.Holding
              ? LossReason.weakened(holds)
              : LossReason.missing(holds);
      flow.gone(present, loss, fx);
    }
    settle(flow, fx);
  }

  @Override
  public synchronized void renewalFailed(Hold renewed, StoreException error, Effects fx) {
    AcquireFlow flow = flows.of(renewed.attemptId);
    HoldUse present = flow.holdUseOf(renewed.attemptId);
    if (present == null) {
      return;
    }
    long now = engine.now();
    boolean began = renewed.renewalFailed(present.settings(), error, now);
    if (began) {
      present.tellJeopardy(error, now, fx);
    }
    flow.outageWaiters().failTries(error, fx);
    if (present.isConfirming() && !error.isTransient()) {
      flow.end(0, fx); // no waiter would ever get it: the next one asks anew, and is told
    }
    settle(flow, fx);
  }

  @Override
  public synchronized void ended(Attempt over, boolean found, Effects fx) {
    in(AcquirePhase.ENDING, over, fx, flow -> flow.ended(found, fx));
  }

  @Override
  public synchronized void endFailed(Attempt over, StoreException error, Effects fx) {
    in(AcquirePhase.ENDING, over, fx, flow -> flow.endFailed(error, fx));
  }

  // ---- pushes ----

  synchronized void granted(String id, Standing.Holding standing, long sentAt, Effects fx) {
    AcquireFlow flow = flows.of(id);
    if (flow.isWaiting(id)) {
      flow.outageWaiters().answered();
      flow.hold(standing, sentAt, false, fx);
      settle(flow, fx);
    }
  }

  /** Also done before each lend: threads that lend have this lock most of the time. */
  synchronized void takeInRecalls(Effects fx) {
    for (String id : pendingRecalls.takeAll()) {
      recall(id, fx);
    }
  }

  private void recall(String id, Effects fx) {
    AcquireFlow flow = flows.of(id);
    HoldUse present = flow.holdUseOf(id);
    if (present != null) {
      long now = engine.now();
      present.hold.recalled(present.settings(), now);
      if (present.isLingering()) {
        flow.passOn(present, now, fx);
      }
      settle(flow, fx);
    } else if (flow.isWaiting(id)) {
      pendingRecalls.add(id); // the answer that grants it is still on its way
    }
  }

  synchronized void broken(String id, Effects fx) {
    AcquireFlow flow = flows.of(id);
    HoldUse present = flow.holdUseOf(id);
    if (present != null) {
      flow.gone(present, LossReason.broken(engine.store().holdKind()), fx);
      settle(flow, fx);
    }
  }

  /** The hold of this attempt ended with its session; a place did, so that it must queue anew. */
  synchronized void sessionEnded(String id, String why, Effects fx) {
    AcquireFlow flow = flows.of(id);
    HoldUse present = flow.holdUseOf(id);
    if (present != null) {
      flow.gone(present, LossReason.sessionEnded(why), fx);
      settle(flow, fx);
    } else if (flow.isWaiting(id)) {
      flow.lookAgain(engine.now());
      settle(flow, fx);
    }
  }

  /** The store can be reached (again), and pushes may have been missed. */
  synchronized void changed(Effects fx) {
    for (AcquireFlow flow : flows.all()) {
      flow.lookAgain(engine.now());
      settle(flow, fx);
    }
  }

  /** Does what is due; adds what must be kept alive to the batch. */
  synchronized void tick(long now, RenewalBatch batch, Effects fx) {
    flows.front().unreachedAt(now);
    waiters.dismissLate(now, flows.front().holder(), fx);
    for (AcquireFlow flow : flows.all()) {
      tick(flow, now, batch, fx);
      settle(flow, fx);
    }
  }

  private void tick(AcquireFlow flow, long now, RenewalBatch batch, Effects fx) {
    flow.leaveIfDeserted(fx);
    HoldUse present = flow.holdUse();
    if (present != null) {
      tick(flow, present, now, batch, fx);
    } else if (flow.isIn(AcquirePhase.QUEUED) && flow.attempt().isDue(now)) {
      batch.place(this, flow.attempt());
      flow.attempt().sent();
    } else if (flow.isIn(AcquirePhase.ENDING) && flow.attempt().isDue(now)) {
      flow.sendRelease(flow.attempt(), fx);
    }
  }

  private void tick(AcquireFlow flow, HoldUse present, long now, RenewalBatch batch, Effects fx) {
    if (flow.endsByTime(present, now, fx)) {
      return;
    }
    if (present.isLingerOver(now)) {
      flow.end(0, fx);
    } else if (present.hold.isRenewalDue(now)) {
      batch.hold(this, present.hold, present.settings(), now);
    }
  }

  /**
   * After an event of a flow: brings the flows in order, and asks for the next tick. With nothing
   * under way this is retired at once: a name costs memory only while it is used.
   */
  private void settle(AcquireFlow flow, Effects fx) {
    flows.settle(flow, fx);
    if (!retired || flow.attemptOrNull() != null) {
      fx.wakeBy(flows.dueAt(flow));
    }
    if (!retired && flows.areIdle()) {
      retired = true;
      whenRetired.accept(this);
      if (!engine.isOpen()) {
        fx.add(caller -> engine.retired()); // after all that comes of the same event
      }
    }
    if (flow != flows.front()) {
      settle(flows.front(), fx);
    } else {
      taken.note(flow.holder(), flow.isTaken(true), flow.isTaken(false));
    }
  }
}
