package dev.holdfast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The handle of a grant: HELD, then exactly one of RELEASED or LOST.
 *
 * <p>A lease is not tied to a thread: any thread may use, renew or release it. It is renewed in the
 * background until it is released (unless {@link LockOptions#renew} says otherwise). Keep a
 * reference to it for as long as you mean to hold: a lease that is neither released nor referenced
 * is lost instead of renewed ({@link Loss.Kind#LEAKED}).
 *
 * <p>{@link #isHeld()} is a promise about now, not about the moment when a later write arrives.
 * Where that matters, and it does wherever a process can be paused, send {@link #token()} with the
 * write and let the resource refuse a token lower than the highest it has seen.
 */
public interface Lease extends AutoCloseable {
  /** What is locked. */
  String name();

  /**
   * The fencing token: positive, and strictly greater than every token granted for this name
   * before, by any client, over releases, expiries and restarts.
   */
  long token();

  /** Its owner, as others see it in the store; guards remember it beside the token. */
  Owner owner();

  /**
   * The lease in words, for another program: a printable string of the name, the mode, the token
   * and the holder, by which {@link Holdfast#isCurrent} of any client of the store tells whether it
   * is still held. A hold whose sequencer was handed out ends in the store with its lease: it is
   * not lent to the next waiter of this client, nor does it linger. The readers of a client share
   * one hold, so a reader's stays current until the last of them ends.
   *
   * @throws LeaseLostException if the lease is lost
   * @throws IllegalStateException if it was released
   */
  String sequencer();

  /**
   * Whether the lease is held now: not released, not lost, deadline not passed. The deadline lies
   * before the instant at which the store gives the name to another.
   */
  boolean isHeld();

  /**
   * On how many independent servers the hold is known to stand: one, but for a quorum, where it is
   * a majority or more while the lease is held. It changes as members fail and come back.
   */
  int nodes();

  /** How long the lease is certain from now, without another renewal; zero once it has ended. */
  Duration remaining();

  /**
   * Makes sure that at least so much is certain from now, renewing first if less is left.
   *
   * @param atLeast how long; less than the lease time
   * @throws LeaseLostException if the lease is lost
   * @throws StoreException if less is certain and the store did not answer; the lease is still held
   *     until its deadline
   * @throws IllegalStateException if the lease was released
   * @throws IllegalArgumentException if more is asked than a renewal can give
   */
  void ensure(Duration atLeast);

  /**
   * Lets the lease last for this time from now on, longer or shorter than before, whether it is
   * renewed or not; returns when the store has confirmed that. The token stays. A lease that is
   * renewed goes on with the new time. A lease of several names is extended for all of them.
   *
   * <p>Up to ten times the lease time that the lease was acquired with, and a minute, and no longer
   * than what is left of {@link LockOptions#maxHold}, which goes on counting from the grant. A
   * shorter time holds for this client, which gives the name up by then; if it dies before, the
   * store keeps the name for the time that it knew. Several readers of one client share a hold,
   * which lasts for the longest of their leases, so that a shorter time for one of them changes
   * nothing for the others. Where holds end with a session (ZooKeeper, etcd, session locks), the
   * session decides, as always, and this confirms that the lease is held.
   *
   * @throws LeaseLostException if the lease is lost
   * @throws IllegalStateException if it was released
   * @throws StoreException if the store did not answer or refused; the lease is held until its
   *     deadline, which only a shorter time has moved, and the store may know the new time
   * @throws IllegalArgumentException if the time is out of bounds; nothing is changed
   * @throws UnsupportedOperationException if this lease cannot be extended: it is a leader's
   */
  default void extend(Duration lease) {
    throw new UnsupportedOperationException(
        "the lease of '" + name() + "' is not one that can be extended; it is held as before");
  }

  /**
   * The same, and from now on the name stays taken for at least so long, even if it is released or
   * its holder dies before; see {@link LockOptions#holdAtLeast}.
   *
   * @throws UnsupportedOperationException also where holds end with a session, and for the lease of
   *     a reader
   */
  default void extend(Duration lease, Duration holdAtLeast) {
    throw new UnsupportedOperationException(
        "the lease of '" + name() + "' is not one that can be extended; it is held as before");
  }

  /**
   * Calls back when the lease is lost; at once if it is lost already, never after a release. The
   * callback runs on the client's callback executor, once, and may block without harm to renewals.
   */
  void onLost(Consumer<Loss> callback);

  /**
   * Calls back when a client or an operator asks for the release of this lease, by {@link
   * Holdfast#requestRelease} or {@code holdfast ask}, with the reason that it gave. To give way is
   * up to the holder: nothing happens by itself. A request that was made up to half a minute before
   * this is told, too, if it was made to this holder; a request to an earlier holder is not.
   *
   * <p>While it is held, a lease with such a callback costs the store one question a second, so the
   * callback may come a second late, and later while the store does not answer. It runs on the
   * client's callback executor, once for each request (for a lease of several names, once for each
   * request for one of them).
   *
   * @throws UnsupportedOperationException if requests cannot be heard here: the store has no shared
   *     holds, or the name is longer than 498 bytes
   */
  default void onReleaseRequested(Consumer<String> callback) {
    throw new UnsupportedOperationException(
        "this lease of '" + name() + "' hears no requests to release it; it is held as before");
  }

  /**
   * Gives the lock back. Never throws for trouble with the store: what the store did not confirm is
   * repeated in the background; what it refused for good (missing rights, say) is not, and the name
   * is then free when the lease's own time is over. Does nothing if the lease has ended already.
   * Works in an interrupted thread.
   */
  void release();

  /**
   * How many permits of a semaphore the lease has: as many as were acquired, less those that were
   * given back by {@link #release(int)}. 0 for a lease of a lock, or of several locks.
   */
  default int permits() {
    return 0;
  }

  /**
   * Gives a part of a semaphore's permits back. The rest is held on by this lease, with the same
   * token; requests that wait for permits get those that are given back at once. To give back all
   * that the lease has is {@link #release()}.
   *
   * <p>The lease has fewer permits as soon as this is called. What the store did not confirm in
   * time is repeated in the background until it is confirmed or the lease ends. The hold of such a
   * lease ends in the store with the lease: it is not lent to the next waiter of this client, nor
   * does it linger. Does nothing if the lease is lost. May be called by several threads, each for
   * its part.
   *
   * @param permits how many are given back; from 1 to {@link #permits()}
   * @throws IllegalArgumentException if the lease has fewer; nothing is given back then
   * @throws IllegalStateException if the lease was released before; or if it is held for a time at
   *     least ({@link LockOptions#holdAtLeast}), which holds for all of its permits
   * @throws UnsupportedOperationException if it is no lease of a semaphore, which has no parts; or
   *     if the store takes permits back together only. Nothing is given back then
   * @throws StoreException if the store refuses for good (missing rights, say); the lease is held
   *     with the rest, and the store has the permits back when the lease ends
   */
  default void release(int permits) {
    throw new UnsupportedOperationException(
        "asked to give back "
            + permits
            + " permits of '"
            + name()
            + "', but it is no lease of a semaphore; nothing was given back, release() gives it"
            + " back whole");
  }

  /**
   * Gives the lock back as {@link #release()} does, but frees the name at once, also where {@link
   * LockOptions#holdAtLeast} would keep it taken: for a section that could not begin, so that
   * nothing was done that others should wait for.
   */
  void releaseUnused();

  /**
   * The same as {@link #release()} without waiting for the store; completes, never exceptionally,
   * when it is given back.
   */
  CompletableFuture<Void> releaseAsync();

  /**
   * Releases the lease.
   *
   * @throws LeaseLostException if it had been lost before, even if that is only noticed by this
   *     release, because the section may have overlapped with another holder's
   */
  @Override
  void close();
}
