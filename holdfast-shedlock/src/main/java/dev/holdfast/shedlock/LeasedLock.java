package dev.holdfast.shedlock;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** A lock that a task has, by a lease. */
final class LeasedLock extends AbstractSimpleLock {
  private final Lease lease;
  private final boolean renewed;

  LeasedLock(LockConfiguration configuration, Lease lease, boolean renewed) {
    super(configuration);
    this.lease = lease;
    this.renewed = renewed;
  }

  /** Of a lease that has ended nothing is left to give back: the next holder's is not touched. */
  @Override
  protected void doUnlock() {
    lease.release();
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
    if (renewed) {
      throw new UnsupportedOperationException(
          "asked to extend the lock '"
              + lockConfiguration.getName()
              + "' to "
              + longer.getLockAtMostFor()
              + ", but it is renewed for as long as its task runs, up to its lockAtMostFor; the lock"
              + " is as it was");
    }
    try {
      lease.extend(longer.getLockAtMostFor(), longer.getLockAtLeastFor());
    } catch (LeaseLostException lost) {
      return Optional.empty();
    }
    return Optional.of(new LeasedLock(longer, lease, false));
  }
}
