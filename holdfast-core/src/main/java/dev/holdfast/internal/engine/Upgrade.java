package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request to make a shared hold exclusive, for a caller that waits for a bounded time. Either its
 * answer counts, or that the caller has given up; never both.
 */
public final class Upgrade {
  final CompletableFuture<@Nullable HeldLease> done = new CompletableFuture<>();
  private final LeaseState lease;
  private final LockSettings settings;
  private final KeepAlive.Change asked;
  private volatile boolean outdated;
  private final AtomicBoolean decided = new AtomicBoolean();

  Upgrade(LeaseState lease, LockSettings settings, KeepAlive.Change asked) {
    this.lease = lease;
    this.settings = settings;
    this.asked = asked;
  }

  /** Whether the hold had got another stamp before the store saw this, so that it says nothing. */
  boolean wasOutdated() {
    return outdated;
  }

  void answered(RenewalBatch.Answer answer, Effects fx) {
    answer.takeIn(0, standing -> answered(standing, answer.sentAt(), fx), error -> fail(error, fx));
  }

  private void answered(Standing standing, long sentAt, Effects fx) {
    if (!decided.compareAndSet(false, true)) {
      // Too late: the caller was told that the lease is shared, and so it stays.
      lease.machine.renewed(lease.hold, standing, sentAt, fx);
      return;
    }
    try {
      HeldLease made = lease.machine.upgraded(lease, settings, asked, standing, sentAt, fx);
      outdated =
          made == null
              && standing instanceof Standing.Holding holding
              && holding.stamp() > asked.stamp();
      done.complete(made);
    } finally {
      decided.set(done.isDone()); // else it has failed, as the caller is told
    }
  }

  /** The caller has waited for long enough. */
  void giveUp(Effects fx) {
    fail(new StoreException("the store did not answer in time", null, true), fx);
  }

  private void fail(StoreException error, Effects fx) {
    if (decided.compareAndSet(false, true)) {
      lease.machine.upgradeFailed(lease, error, fx);
      done.completeExceptionally(
          new StoreException(
              "asked to make the shared hold of '"
                  + lease.name()
                  + "' exclusive, but "
                  + error.getMessage()
                  + "; the shared lease is held as before",
              error,
              error.isTransient()));
    }
  }

  /** The lease, null if it was not granted. */
  @Nullable HeldLease result() {
    try {
      return Futures.result(done);
    } catch (CompletionException failed) {
      throw StoreInvoker.asStoreException(failed);
    }
  }
}
