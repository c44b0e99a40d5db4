package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What holders ask of the store and wait for, bounded: to renew what they hold, and to change it.
 * Thread-safe.
 */
final class Holders {
  private final Engine engine;
  private final long longestNanos;

  Holders(Engine engine, long requestTimeoutNanos) {
    this.engine = engine;
    this.longestNanos = 2 * requestTimeoutNanos;
  }

  /** Renews leases; returns the store's error if it did not answer for one of them. */
  @Nullable StoreException renewNow(List<LeaseState> leases) {
    List<LeaseState> renewed = new ArrayList<>(leases.size());
    List<KeepAlive> renewals = new ArrayList<>(leases.size());
    Effects before = new Effects();
    for (LeaseState lease : leases) {
      KeepAlive renewal = lease.line.renewalFor(lease, before);
      if (renewal != null) {
        renewed.add(lease);
        renewals.add(renewal);
      }
    }
    before.perform(engine, Caller.ASYNC);
    if (renewals.isEmpty()) {
      return null;
    }
    CompletableFuture<@Nullable StoreException> done = new CompletableFuture<>();
    engine.messages.renew(
        renewals, Caller.BLOCKING, (answer, fx) -> done.complete(takeIn(renewed, answer, fx)));
    Parking.await(done, longestNanos);
    return done.isDone()
        ? done.join()
        : new StoreException("the store did not answer a renewal in time", null, true);
  }

  private static @Nullable StoreException takeIn(
      List<LeaseState> leases, Batch.Answer answer, Effects fx) {
    StoreException error = null;
    for (int i = 0; i < leases.size(); i++) {
      LeaseState lease = leases.get(i);
      if (answer.of(i) instanceof Standing.Unknown unknown) {
        error = unknown.error();
        lease.line.renewalFailed(lease.hold, unknown.error(), fx);
      } else {
        lease.line.renewed(lease.hold, answer.of(i), answer.sentAt(), fx);
      }
    }
    return error;
  }

  /** Gives a lease of shared terms for an exclusive one; null if that one has ended. */
  @Nullable HeldLease downgrade(LeaseState lease, Terms shared) {
    Effects fx = new Effects();
    HeldLease made = Exchanges.downgrade(lease, shared, fx);
    fx.perform(engine, Caller.ASYNC);
    if (made != null) {
      // Now, rather than at the next tick, so that those who wait to share it need not wait longer.
      // If it is not answered, renewals go on telling the store.
      StoreException unused = renewNow(List.of(made.state()));
    }
    return made;
  }

  /**
   * Asks for a lease of exclusive terms in place of a shared one; null if that one is not the only
   * one, here or in the store, or has ended.
   *
   * @throws StoreException if the store does not answer; the shared lease is held as before
   */
  @Nullable HeldLease upgrade(LeaseState lease, Terms exclusive) {
    Upgrade upgrade;
    do {
      Effects before = new Effects();
      KeepAlive.Change change = Exchanges.upgradeFor(lease, exclusive, before);
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
