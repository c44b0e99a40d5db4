package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import org.jspecify.annotations.Nullable;

/**
 * The events of a {@link NameMachine} by which a holder exchanges a lease for another of the same
 * hold: of the other mode, or with a token that it shares with leases of other names.
 */
final class LeaseExchanges {
  private LeaseExchanges() {}

  /** Gives a shared lease for an exclusive one; null if that one has ended. */
  static @Nullable HeldLease downgrade(LeaseState lease, LockSettings shared, Effects fx) {
    NameMachine line = lease.line;
    synchronized (line) {
      AcquireFlow flow = line.flows.of(lease.hold.attempt);
      HoldUse present = line.valid(flow, lease, fx);
      if (present == null) {
        return null;
      }
      long now = line.engine.now();
      HeldLease made = present.share(lease, shared, line.engine, now);
      flow.passOn(present, now, fx);
      line.exchanged(flow, fx);
      return made;
    }
  }

  /** The request to make the hold of this lease exclusive; null if it is not the only one. */
  static KeepAlive.@Nullable Change upgradeFor(LeaseState lease, LockSettings next, Effects fx) {
    NameMachine line = lease.line;
    synchronized (line) {
      AcquireFlow flow = line.flows.of(lease.hold.attempt);
      HoldUse present = line.valid(flow, lease, fx);
      return present == null || !present.mayUpgrade(lease)
          ? null
          : present.hold.upgrade(line.name, next);
    }
  }

  /** Takes in the answer to it; returns the exclusive lease if it was granted. */
  static @Nullable HeldLease upgraded(
      LeaseState lease,
      LockSettings next,
      KeepAlive.Change asked,
      Standing standing,
      long sentAt,
      Effects fx) {
    NameMachine line = lease.line;
    synchronized (line) {
      if (standing instanceof Standing.Holding holding) {
        lease.hold.upgraded(holding, asked.stamp());
      }
      line.renewed(lease.hold, standing, sentAt, fx);
      AcquireFlow flow = line.flows.of(lease.hold.attempt);
      HoldUse present = line.valid(flow, lease, fx);
      if (present == null) {
        return null;
      }
      long now = line.engine.now();
      HeldLease made =
          present.hold.mode() == Mode.EXCLUSIVE
              ? present.exchange(lease, next, line.engine, now)
              : null;
      flow.passOn(present, now, fx); // readers may have come meanwhile
      line.exchanged(flow, fx);
      return made;
    }
  }

  static void upgradeFailed(LeaseState lease, StoreException error, Effects fx) {
    synchronized (lease.line) {
      lease.hold.upgradeFailed();
      lease.line.renewalFailed(lease.hold, error, fx);
    }
  }

  /** The request to give the hold of this lease a stamp that others have; null if it has ended. */
  static KeepAlive.@Nullable Raise raiseFor(LeaseState lease, long stamp, Effects fx) {
    NameMachine line = lease.line;
    synchronized (line) {
      HoldUse present = line.valid(line.flows.of(lease.hold.attempt), lease, fx);
      return present == null ? null : present.hold.raise(line.name, present.settings(), stamp);
    }
  }

  /**
   * Takes in the answer to it; returns the lease with the first token of the stamp that the hold
   * has now, null if it has ended.
   */
  static @Nullable HeldLease raised(LeaseState lease, Standing standing, long sentAt, Effects fx) {
    NameMachine line = lease.line;
    synchronized (line) {
      line.renewed(lease.hold, standing, sentAt, fx);
      AcquireFlow flow = line.flows.of(lease.hold.attempt);
      HoldUse present = line.valid(flow, lease, fx);
      if (present == null) {
        return null;
      }
      present.hold.beginStamp();
      HeldLease made = present.renew(lease, line.engine);
      line.exchanged(flow, fx);
      return made;
    }
  }
}
