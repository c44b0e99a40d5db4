package dev.holdfast.shedlock;

import dev.holdfast.Lease;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** A lock that a task has, by a lease. */
final class LeasedLock extends AbstractSimpleLock {
  private final Lease lease;

  LeasedLock(LockConfiguration configuration, Lease lease) {
    super(configuration);
    this.lease = lease;
  }

  /** Of a lease that has ended nothing is left to give back: the next holder's is not touched. */
  @Override
  protected void doUnlock() {
    lease.release();
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
    throw new UnsupportedOperationException(
        "asked to extend the lock '"
            + lockConfiguration.getName()
            + "' to "
            + longer.getLockAtMostFor()
            + ", but this provider does not extend locks; the lock is as it was. A provider made"
            + " by HoldfastLockProvider.renewing() renews a lock for as long as its task runs, up"
            + " to lockAtMostFor");
  }
}
