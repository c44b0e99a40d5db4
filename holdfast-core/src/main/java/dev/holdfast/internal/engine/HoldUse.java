package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.spi.KeepAlive;
import java.util.List;
import java.util.function.Consumer;

/**
 * A store-side hold and the leases on it: one, several (shared), or none while it lingers or waits
 * for the store to confirm it. Guarded by its name machine's lock.
 *
 * <ol>
 *   <li>It is made when the store grants a hold. If the answer leaves too little time, or replicas
 *       are to acknowledge it, it waits for a confirmation first ({@link #isConfirming}).
 *   <li>{@link #give}: a waiter gets a lease on it. Later waiters get theirs without a request to
 *       the store, as far as {@link #mayServe} allows: by lending after a release, or by sharing.
 *   <li>{@link #released}: a lease is given back. If it was the last one, the hold is lent on,
 *       {@linkplain #linger lingers} for a next waiter, or ends.
 *   <li>{@link #expire}, {@link #endsItself}, {@link #lose}: its leases are lost, and their holders
 *       are told.
 * </ol>
 */
public final class HoldUse {
  final Hold hold;
  final Leases leases = new Leases();
  private final LeaseServices machine;
  private final Taken taken;
  private final EngineServices engine;
  // The settings of the present lease, or of the last one; of several, those of the longest.
  private LockSettings settings;
  private boolean confirming;
  private int replicas; // that are known to have the hold
  private final boolean atOnce; // granted by the answer to the request for it
  private boolean lingered; // since its last lease
  private long lingerUntil;

  HoldUse(
      LeaseServices machine,
      Hold hold,
      boolean atOnce,
      LockSettings settings,
      Taken taken,
      EngineServices engine) {
    this.machine = machine;
    this.hold = hold;
    this.atOnce = atOnce;
    this.settings = settings;
    this.taken = taken;
    this.engine = engine;
  }

  LockSettings settings() {
    return settings;
  }

  boolean isOf(LeaseState lease) {
    return lease.hold == hold && lease.phase() == LeaseState.Phase.HELD;
  }

  /** Whether there is a lease on it. */
  boolean isUsed() {
    return !leases.isEmpty();
  }

  /** Whether the thread that asks now has a lease that is in its own way. */
  boolean isInItsOwnWay(Waiter waiter) {
    return !admits(waiter.settings)
        && leases.any(lease -> lease.threadId != 0 && lease.threadId == waiter.threadId());
  }

  /** How many permits the thread that asks now has. */
  int permitsOf(Waiter waiter) {
    return waiter.isBlocking() ? leases.permitsOf(waiter.threadId()) : 0;
  }

  /**
   * Whether a lease with these settings fits into the hold, and beside those that there are. An
   * exclusive hold that is not used admits a shared lease: it becomes shared.
   */
  boolean admits(LockSettings next) {
    return next.longestMillis <= hold.longestMillis && admitsMode(next);
  }

  private boolean admitsMode(LockSettings next) {
    return switch (hold.mode()) {
      case EXCLUSIVE -> leases.isEmpty() && settings.suit(next);
      case SHARED -> next.isShared() && (leases.isEmpty() || !hold.isBecomingExclusive());
      case COUNTED -> leases.isEmpty() && settings.suit(next);
    };
  }

  /** Whether this waiter may get it without a word to the store. */
  boolean mayServe(LockSettings next, long now) {
    return admits(next) && isAcknowledgedFor(next) && hold.mayServe(next, now);
  }

  /** Whether this waiter may have it as soon as the new stamp comes that is asked for. */
  boolean lacksOnlyTokensFor(LockSettings next, long now) {
    return admits(next) && isAcknowledgedFor(next) && hold.lacksOnlyTokensFor(next, now);
  }

  /** Whether this waiter could get it, if the store made it last longer or gave it more tokens. */
  boolean mayStretchFor(LockSettings next, long now) {
    return isUsed() && admits(next) && isAcknowledgedFor(next) && hold.mayLendOn(next, now);
  }

  /** Asks the store for what this waiter lacks. */
  void stretchFor(LockSettings next, long now) {
    lengthen(next);
    hold.renewNow(now);
  }

  private void lengthen(LockSettings next) {
    if (next.leaseNanos > settings.leaseNanos) {
      settings = next;
    }
  }

  /** Whether it is worth a look whether this new waiter can have it. */
  boolean mayHaveRoomFor(Waiter waiter) {
    return !confirming && (leases.isEmpty() || admits(waiter.settings));
  }

  /** Whether this new waiter cannot have it before a lease is given back. */
  boolean isTakenFor(Waiter waiter) {
    return isUsed() && !admits(waiter.settings);
  }

  /** The same of all waiters for a shared lease, or of all for an exclusive one. */
  boolean isTaken(boolean shared) {
    return isUsed()
        && switch (hold.mode()) {
          case EXCLUSIVE -> true;
          case SHARED -> !shared;
          case COUNTED -> false;
        };
  }

  /** Whether this lease is the only one, and no change is under way that must be answered first. */
  boolean mayUpgrade(LeaseState lease) {
    return leases.isAlone(lease) && !hold.isBecomingExclusive();
  }

  boolean isLingering() {
    return leases.isEmpty() && !confirming;
  }

  /** Whether a renewal must be answered before a waiter gets the hold. */
  boolean isConfirming() {
    return confirming;
  }

  /** Whether no lease is on it and, unless it may linger, none is to come but for a waiter. */
  boolean isUnused(boolean mayLinger) {
    return confirming || (!mayLinger && leases.isEmpty());
  }

  void confirm(long now) {
    confirming = true;
    hold.renewNow(now);
  }

  /** Whether as many replicas are known to have the hold as these settings want. */
  boolean isAcknowledgedFor(LockSettings next) {
    return replicas >= next.replicas;
  }

  /** The request to have a new hold acknowledged; no waiter gets it before that is answered. */
  KeepAlive.Hold acknowledgement(LockSettings next) {
    confirming = true;
    // A hold on which there was no lease yet is in the mode that the store granted.
    return (KeepAlive.Hold) hold.renewal(machine.name(), next);
  }

  void acknowledgedBy(int count) {
    replicas = count;
  }

  void confirmed() {
    confirming = false;
  }

  /** Whether it may not be relied on any more. */
  boolean isExpired(long now) {
    return !confirming && !hold.isCertain(now);
  }

  /** Whether it may be kept for the next local waiter, though there is none yet. */
  boolean mayLinger() {
    return settings.mayLinger() && !hold.othersWait() && !hold.endsWithItsLease();
  }

  void linger(long now) {
    lingered = true;
    lingerUntil = now + settings.lingerNanos;
    hold.keepContact(settings, now);
  }

  /** Lets a waiter have it. */
  HeldLease give(Waiter waiter, long now) {
    boolean withoutRequest = hold.serve(waiter.settings, now);
    engine.counters().granted(withoutRequest);
    How how = how(withoutRequest);
    lingered = false;
    if (waiter.settings.isShared()) {
      hold.share(now);
    }
    if (isUsed()) {
      lengthen(waiter.settings);
    } else {
      settings = waiter.settings;
    }
    return lease(waiter.settings, waiter.threadId(), now, how);
  }

  private How how(boolean withoutRequest) {
    if (isUsed()) {
      return How.JOINED;
    }
    if (withoutRequest) {
      return lingered ? How.LINGERED : How.LENT;
    }
    return atOnce ? How.FREE : How.QUEUED;
  }

  /** A lease is to last as these settings say. Others on the same hold keep what they have. */
  void extend(LeaseState lease, LockSettings next, long now) {
    lease.extended(next);
    if (leases.isAlone(lease)) {
      settings = next;
      hold.extend(next, now);
    } else {
      settings = leases.longest(next);
    }
  }

  /** Lets the holder of a lease have another one, with these settings, in its place. */
  HeldLease exchange(LeaseState old, LockSettings next, long now) {
    released(old);
    settings = next;
    return inPlaceOf(old, next, now);
  }

  /** Lets the holder of an exclusive lease have a shared one in its place. */
  HeldLease share(LeaseState old, LockSettings next, long now) {
    hold.share(now);
    return exchange(old, next, now);
  }

  /** Lets the holder of a lease have another one with a new token in its place. */
  HeldLease renew(LeaseState old) {
    released(old);
    return inPlaceOf(old, old.settings, old.grantedAt);
  }

  private HeldLease inPlaceOf(LeaseState old, LockSettings next, long now) {
    HeldLease made = lease(next, old.threadId, now, old.how);
    made.state().goesOnWith(old);
    return made;
  }

  private HeldLease lease(LockSettings of, long threadId, long now, How how) {
    LeaseState made =
        new LeaseState(
            machine, hold, hold.nextToken(), of, threadId, now, how, engine.traceOfAcquire());
    leases.add(made);
    HeldLease handle = engine.handleOf(made);
    made.handledBy(handle);
    return handle;
  }

  /** A lease is given back. */
  void released(LeaseState lease) {
    lease.released();
    leases.remove(lease);
  }

  /** All leases, if there are any, are lost; the holders are told. */
  void lose(Loss loss, Effects fx) {
    leases.forEach(lease -> lose(lease, loss, fx));
  }

  private void lose(LeaseState lease, Loss loss, Effects fx) {
    leases.remove(lease);
    engine.leftBehind();
    engine.counters().lost();
    taken.forget(); // before the loss can be seen
    List<Consumer<Loss>> callbacks = lease.lost(loss);
    Runnable telling = lease.tellingOfLoss(engine.now()); // after the phase is set
    Notifications told = engine.notifications();
    fx.add(caller -> told.lost(machine.name(), lease.token, loss, callbacks, lease.acquiredAt));
    if (telling != null) {
      fx.add(caller -> told.run(telling));
    }
  }

  /** A renewal was not answered: each holder is told. */
  void tellJeopardy(StoreException error, long now, Effects fx) {
    long left = hold.deadline() - now;
    leases.forEach(
        lease ->
            fx.add(
                caller ->
                    engine.notifications().jeopardy(machine.name(), lease.token, left, error)));
  }

  /** Renewals are answered again: each holder is told. */
  void tellSafe(Effects fx) {
    leases.forEach(
        lease -> fx.add(caller -> engine.notifications().safe(machine.name(), lease.token)));
  }

  /** Loses the leases because the hold's deadline has passed. */
  void expire(Effects fx) {
    lose(LossReason.expired(hold.jeopardy()), fx);
  }

  /** Whether it is time to look whether leases must end; each tick asks it of all holds. */
  boolean mayEndItself(long now) {
    return !leases.isEmpty() && (now >= leases.endsAt() || hold.isRenewalDue(now));
  }

  /** Loses the leases that must end now for their own reasons; returns whether none is left. */
  boolean endsItself(long now, Effects fx) {
    boolean looksForLeaks = hold.isRenewalDue(now);
    leases.forEach(
        lease -> {
          if (now >= lease.maxHoldAt()) {
            lose(lease, LossReason.heldTooLong(lease.settings.maxHold()), fx);
          } else if (looksForLeaks && lease.isLeaked()) {
            lose(lease, LossReason.leaked(lease.acquiredAt), fx);
          }
        });
    leases.planEnd();
    return leases.isEmpty();
  }

  boolean isLingerOver(long now) {
    return isLingering() && now >= lingerUntil;
  }

  /** How much longer the name must stay taken for the lease's sake; not at all if it is shared. */
  long owedNanos(long now) {
    return leases.owedNanos(now);
  }

  /** The same if the lease that there is, if there is one, does not end by a release. */
  long owedAfterLossNanos(long now) {
    return isUsed() ? Math.max(owedNanos(now), settings.lockDelayNanos) : 0;
  }

  /** When something is due. */
  long dueAt() {
    if (confirming) {
      return hold.renewAt();
    }
    long ends = leases.isEmpty() ? lingerUntil : leases.endsAt();
    return Math.min(ends, Math.min(hold.renewAt(), hold.deadline()));
  }
}
