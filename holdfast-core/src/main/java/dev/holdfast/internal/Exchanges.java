package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import org.jspecify.annotations.Nullable;

/**
 * The events of a {@link Line} by which a holder exchanges a lease for another of the same hold: of
 * the other mode, or with a token that it shares with leases of other names.
 */
final class Exchanges {
  private Exchanges() {}

  /** Gives a lease of shared terms for an exclusive one; null if that one has ended. */
  static @Nullable HeldLease downgrade(LeaseState lease, Terms shared, Effects fx) {
    Line line = lease.line;
    synchronized (line) {
      Errand errand = line.errands.of(lease.hold.attempt);
      Tenancy present = line.valid(errand, lease, fx);
      if (present == null) {
        return null;
      }
      long now = line.engine.now();
      HeldLease made = present.share(lease, shared, line.engine, now);
      errand.passOn(present, now, fx);
      line.exchanged(errand, fx);
      return made;
    }
  }

  /** The request to make the hold of this lease exclusive; null if it is not the only one. */
  static KeepAlive.@Nullable Change upgradeFor(LeaseState lease, Terms next, Effects fx) {
    Line line = lease.line;
    synchronized (line) {
      Errand errand = line.errands.of(lease.hold.attempt);
      Tenancy present = line.valid(errand, lease, fx);
      return present == null || !present.mayUpgrade(lease)
          ? null
          : present.hold.upgrade(line.name, next);
    }
  }

  /** Takes in the answer to it; returns the lease of exclusive terms if it was granted. */
  static @Nullable HeldLease upgraded(
      LeaseState lease,
      Terms next,
      KeepAlive.Change asked,
      Standing standing,
      long sentAt,
      Effects fx) {
    Line line = lease.line;
    synchronized (line) {
      if (standing instanceof Standing.Holding holding) {
        lease.hold.upgraded(holding, asked.stamp());
      }
      line.renewed(lease.hold, standing, sentAt, fx);
      Errand errand = line.errands.of(lease.hold.attempt);
      Tenancy present = line.valid(errand, lease, fx);
      if (present == null) {
        return null;
      }
      long now = line.engine.now();
      HeldLease made =
          present.hold.mode() == Mode.EXCLUSIVE
              ? present.exchange(lease, next, line.engine, now)
              : null;
      errand.passOn(present, now, fx); // readers may have come meanwhile
      line.exchanged(errand, fx);
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
    Line line = lease.line;
    synchronized (line) {
      Tenancy present = line.valid(line.errands.of(lease.hold.attempt), lease, fx);
      return present == null ? null : present.hold.raise(line.name, present.terms(), stamp);
    }
  }

  /**
   * Takes in the answer to it; returns the lease with the first token of the stamp that the hold
   * has now, null if it has ended.
   */
  static @Nullable HeldLease raised(LeaseState lease, Standing standing, long sentAt, Effects fx) {
    Line line = lease.line;
    synchronized (line) {
      line.renewed(lease.hold, standing, sentAt, fx);
      Errand errand = line.errands.of(lease.hold.attempt);
      Tenancy present = line.valid(errand, lease, fx);
      if (present == null) {
        return null;
      }
      present.hold.beginStamp();
      HeldLease made = present.renew(lease, line.engine);
      line.exchanged(errand, fx);
      return made;
    }
  }
}
