package dev.holdfast.internal.engine;

import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a lease needs of the {@link NameMachine} of its name, which alone implements this: its
 * release, and the exchange for another lease of the same hold. It is an interface so that what is
 * below the machine, such as a hold and its leases, names no machine, and is tested without one.
 * Each call takes the machine's lock.
 */
public interface LeaseServices extends StoreAnswers {
  /** Gives a lease back; returns the attempt whose end the store must confirm, if any. */
  @Nullable Attempt release(LeaseState released, Effects fx);

  /** Adds a callback; returns the loss to tell it at once, if the lease is lost already. */
  @Nullable Loss onLost(LeaseState lease, Consumer<Loss> callback);

  /** Looks now, instead of at the next tick, whether a lease is over. */
  void lookAt(LeaseState lease, Effects fx);

  /** Ends the hold with this lease; whether it may have a newer stamp than the lease's token. */
  boolean endHoldWith(LeaseState lease);

  /**
   * Takes permits from a lease, unless they are all that it has. From now on the hold is given to
   * no other waiter, as it may have fewer permits in the store than it was granted.
   *
   * @return how many the lease has then; 0 if it is to be given back whole; -1 if it has ended
   * @throws IllegalArgumentException if it has fewer
   */
  int takePermits(LeaseState lease, int permits, Effects fx);

  /**
   * Lets a lease last as these settings say, if it has not ended; {@link #renewalFor} tells the
   * store.
   */
  void extend(LeaseState lease, LockSettings next, Effects fx);

  /** The renewal that {@code ensure} sends, or null if the lease has ended. */
  @Nullable KeepAlive renewalFor(LeaseState lease, Effects fx);

  /** Gives a shared lease for an exclusive one; null if that one has ended. */
  @Nullable HeldLease downgrade(LeaseState lease, LockSettings shared, Effects fx);

  /** The request to make the hold of this lease exclusive; null if it is not the only one. */
  KeepAlive.@Nullable Change upgradeFor(LeaseState lease, LockSettings next, Effects fx);

  /** Takes in the answer to it; returns the exclusive lease if it was granted. */
  @Nullable HeldLease upgraded(
      LeaseState lease,
      LockSettings next,
      KeepAlive.Change asked,
      Standing standing,
      long sentAt,
      Effects fx);

  void upgradeFailed(LeaseState lease, StoreException error, Effects fx);

  /** The request to give the hold of this lease a stamp that others have; null if it has ended. */
  KeepAlive.@Nullable Raise raiseFor(LeaseState lease, long stamp, Effects fx);

  /**
   * Takes in the answer to it; returns the lease with the first token of the stamp that the hold
   * has now, null if it has ended.
   */
  @Nullable HeldLease raised(LeaseState lease, Standing standing, long sentAt, Effects fx);
}
