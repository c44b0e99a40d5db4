package dev.holdfast;

import dev.holdfast.internal.Tokens;
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
 * @param hold the present hold, if there is one
 * @param waiters who queues, first to last
 */
public record LockInfo(String name, Optional<Hold> hold, List<Owner> waiters) {
  /** Checks that nothing is missing. */
  public LockInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(hold, "hold");
    waiters = List.copyOf(waiters);
  }

  /** Whether somebody holds the name. */
  public boolean isHeld() {
    return hold.isPresent();
  }

  /**
   * A hold as the store records it.
   *
   * @param owner who holds
   * @param token the fencing token of the last stamp that the store gave to this hold: its grant's,
   *     or a later one if the client has lent it onwards more than 2,000 times, whose leases'
   *     tokens may lie below this one; the next grant's lies above all of them
   * @param since when that stamp was given, by the store's clock
   * @param remaining what is left of it unless it is renewed
   * @param kept whether its holder has released it already and it only stays taken because of
   *     {@link LockOptions#holdAtLeast}
   */
  public record Hold(Owner owner, long token, Instant since, Duration remaining, boolean kept) {
    /** Checks that nothing is missing. */
    public Hold {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(remaining, "remaining");
    }

    /** A hold from what stores keep: the attempt and its stamp. */
    public static Hold of(String attempt, long stamp, Duration remaining, boolean kept) {
      return new Hold(
          Owner.parse(attempt),
          Tokens.first(stamp),
          Instant.ofEpochSecond(stamp / 1_000_000, stamp % 1_000_000 * 1_000),
          remaining,
          kept);
    }
  }
}
