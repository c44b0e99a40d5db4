package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What holders ask of the store and wait for, bounded: to renew what they hold, and to change it.
 * Thread-safe.
 */
final class LeaseRequests {
  private final Engine engine;
  private final long longestNanos;

  LeaseRequests(Engine engine, long requestTimeoutNanos) {
    this.engine = engine;
    this.longestNanos = 2 * requestTimeoutNanos;
  }

  /** Renews leases; returns the store's error if it did not answer for one of them. */
  @Nullable StoreException renewNow(List<LeaseState> leases) {
    List<LeaseState> renewed = new ArrayList<>(leases.size());
    List<KeepAlive> renewals = new ArrayList<>(leases.size());
    Effects before = new Effects();
    try {
      for (LeaseState lease : leases) {
        KeepAlive renewal = lease.line.renewalFor(lease, before);
        if (renewal != null) {
          renewed.add(lease);
          renewals.add(renewal);
        }
      }
    } catch (RuntimeException | Error thrown) {
      RenewalBatch.Answer none =
          new RenewalBatch.Answer(List.of(), 0, StoreInvoker.asStoreException(thrown));
      engine.messages.then(fx -> takeIn(renewed, none, fx)); // which were marked as being renewed
      throw thrown;
    } finally {
      before.perform(engine, Caller.ASYNC);
    }
    if (renewals.isEmpty()) {
      return null;
    }
    CompletableFuture<@Nullable StoreException> done = new CompletableFuture<>();
    engine.messages.renew(
        renewals, Caller.BLOCKING, (answer, fx) -> done.complete(takeIn(renewed, answer, fx)));
    Parking.await(done, longestNanos);
    return done.isDone()
        ? Futures.result(done)
        : new StoreException("the store did not answer a renewal in time", null, true);
  }

  private static @Nullable StoreException takeIn(
      List<LeaseState> leases, RenewalBatch.Answer answer, Effects fx) {
    AtomicReference<@Nullable StoreException> last = new AtomicReference<>();
    for (int i = 0; i < leases.size(); i++) {
      LeaseState lease = leases.get(i);
      answer.takeIn(
          i,
          standing -> lease.line.renewed(lease.hold, standing, answer.sentAt(), fx),
          error -> {
            last.set(error);
            lease.line.renewalFailed(lease.hold, error, fx);
          });
    }
    return last.get();
  }

  /** Gives a shared lease for an exclusive one; null if that one has ended. */
  @Nullable HeldLease downgrade(LeaseState lease, LockSettings shared) {
    Effects fx = new Effects();
    HeldLease made = LeaseExchanges.downgrade(lease, shared, fx);
    fx.perform(engine, Caller.ASYNC);
    if (made != null) {
      // Now, rather than at the next tick, so that waiters that can share it need not wait longer.
      // If it is not answered, renewals go on telling the store.
      StoreException unused = renewNow(List.of(made.state()));
    }
    return made;
  }

  /**
   * Asks for an exclusive lease in place of a shared one; null if that one is not the only one,
   * here or in the store, or has ended.
   *
   * @throws StoreException if the store does not answer; the shared lease is held as before
   */
  @Nullable HeldLease upgrade(LeaseState lease, LockSettings exclusive) {
    Upgrade upgrade;
    do {
      Effects before = new Effects();
      KeepAlive.Change change = LeaseExchanges.upgradeFor(lease, exclusive, before);
      before.perform(engine, Caller.ASYNC);
      if (change == null) {
        return null;
      }
      upgrade = new Upgrade(lease, exclusive, change);
      engine.messages.renew(List.of(change), Caller.BLOCKING, upgrade::answered);
      Parking.await(upgrade.done, longestNanos);
      Effects after = new Effects();
      upgrade.giveUp(after);
      after.perform(engine, Caller.ASYNC);
    } while (upgrade.wasOutdated());
    return upgrade.result();
  }
}
