package dev.holdfast;

import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a store knew of a name at the moment it was asked. For people and monitoring: it is old when
 * it arrives, so never decide by it whether to enter a section.
 *
 * @param name what is locked
 * @param holds the present holds, first to last: none, one, or several that are shared or counted
 * @param waiters the owners of the queue's places, first to last
 * @param size how many permits it has, if it is a semaphore that is held or waited for; else 0
 * @param releaseRequests the requests of the last half minute to release the present holds; see
 *     {@link Holdfast#requestRelease}
 * @param breaks the last holds of it that were ended by force with a reason, the oldest first; see
 *     {@link Holdfast#breakHold(String, String)}
 */
public record LockInfo(
    String name,
    List<Hold> holds,
    List<Owner> waiters,
    int size,
    List<ReleaseRequest> releaseRequests,
    List<Break> breaks) {
  /** What stores know of a name. */
  public LockInfo(String name, List<Hold> holds, List<Owner> waiters, int size) {
    this(name, holds, waiters, size, List.of(), List.of());
  }

  /** What is known of a name that is no semaphore now. */
  public LockInfo(String name, List<Hold> holds, List<Owner> waiters) {
    this(name, holds, waiters, 0);
  }

  /** Checks that nothing is missing. */
  public LockInfo {
    Objects.requireNonNull(name, "name");
    holds = List.copyOf(holds);
    waiters = List.copyOf(waiters);
    releaseRequests = List.copyOf(releaseRequests);
    breaks = List.copyOf(breaks);
  }

  /** Whether the name is held. */
  public boolean isHeld() {
    return !holds.isEmpty();
  }

  /** The present hold, or the first of several, if there is one. */
  public Optional<Hold> hold() {
    return holds.stream().findFirst();
  }

  /**
   * A request to release the name.
   *
   * @param by the client that asked
   * @param since when, by the store's clock
   * @param reason the reason that it gave; it may be empty
   */
  public record ReleaseRequest(Owner by, Instant since, String reason) {
    /** Checks that nothing is missing. */
    public ReleaseRequest {
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * A hold that was ended by force.
   *
   * @param by the client that ended it
   * @param since when, by the store's clock
   * @param token the token of that hold as it was shown just before; 0 if the store could not tell
   * @param reason the reason that was given; it may be empty
   */
  public record Break(Owner by, Instant since, long token, String reason) {
    /** Checks that nothing is missing. */
    public Break {
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * A hold as the store records it.
   *
   * @param owner the holder
   * @param token the fencing token of the last stamp that the store gave to this hold: its grant's,
   *     or a later one if the client has lent it onwards more than 2,000 times, whose leases'
   *     tokens may lie below this one; the next grant's lies above all of them
   * @param since when that stamp was given, by the store's clock
   * @param remaining what is left of it unless it is renewed
   * @param shared whether it admits other shared holds beside it, as a reader's does
   * @param kept whether its holder has released it already and it only stays taken because of
   *     {@link LockOptions#holdAtLeast}
   * @param permits how many permits of a semaphore it has; 0 for the hold of a lock
   */
  public record Hold(
      Owner owner,
      long token,
      Instant since,
      Duration remaining,
      boolean shared,
      boolean kept,
      int permits) {
    /** Checks that nothing is missing. */
    public Hold {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(remaining, "remaining");
    }

    /** The hold of a lock, from what stores keep: the attempt, its stamp, its mode. */
    public static Hold of(String attempt, long stamp, Duration remaining, Mode mode, boolean kept) {
      return of(attempt, stamp, remaining, mode, kept, 0);
    }

    /** A hold from what stores keep: the attempt, its stamp, its mode, its permits. */
    public static Hold of(
        String attempt, long stamp, Duration remaining, Mode mode, boolean kept, int permits) {
      return new Hold(
          Owner.parse(attempt),
          Tokens.first(stamp),
          Instant.ofEpochSecond(stamp / 1_000_000, stamp % 1_000_000 * 1_000),
          remaining,
          mode == Mode.SHARED,
          kept,
          permits);
    }
  }
}
