package dev.holdfast.spi;

import dev.holdfast.StoreException;
import dev.holdfast.internal.text.Tokens;
import org.jspecify.annotations.Nullable;

/** Where an attempt stands in the store: holding, queued, neither, or unknown. */
public sealed interface Standing {
  /**
   * The attempt holds the name.
   *
   * @param stamp the stamp of its grant: server time in microseconds, or last stamp + 1 if more.
   *     There is no hold with a stamp that makes no token (up to 0, or after May 2041): a store
   *     whose server says so fails the request
   * @param remainingMillis what is left of the hold now, by the store's clock, rounded down
   * @param othersWait whether another attempt waits for the name, or may, as far as the store has
   *     looked: a client that is told so gives the name up a little sooner
   * @param mode what else the hold admits
   */
  record Holding(long stamp, long remainingMillis, boolean othersWait, Mode mode)
      implements Standing {
    /** The highest stamp that a hold can have, of a time in May 2041. */
    public static final long LAST_STAMP = Tokens.LAST_STAMP;

    /**
     * Checks the stamp.
     *
     * @throws IllegalArgumentException if no token can be made of it
     */
    public Holding {
      if (!Tokens.areOf(stamp)) {
        throw new IllegalArgumentException(Tokens.noneOf(stamp));
      }
    }

    /** Whether tokens can be made of this stamp, so that there may be a hold with it. */
    public static boolean isStamp(long stamp) {
      return Tokens.areOf(stamp);
    }

    /** An exclusive hold. */
    public Holding(long stamp, long remainingMillis, boolean othersWait) {
      this(stamp, remainingMillis, othersWait, Mode.EXCLUSIVE);
    }
  }

  /**
   * The attempt waits in the queue.
   *
   * @param ahead how many attempts stand before it in the queue, or -1 if the store does not know
   * @param holdRemainingMillis for how long the holds that live now leave no room for it, unless
   *     they are renewed; if there are several, the store may say what is left of the first to end
   * @param holder an attempt that holds now, if one does
   */
  record Queued(long ahead, long holdRemainingMillis, @Nullable String holder)
      implements Standing {}

  /**
   * The attempt neither holds nor waits.
   *
   * @param holdRemainingMillis as in {@link Queued}, 0 if there is no hold
   * @param holder an attempt that holds now, if one does
   * @param broken whether the store remembers that an operator ended this attempt
   */
  record Absent(long holdRemainingMillis, @Nullable String holder, boolean broken)
      implements Standing {}

  /**
   * The attempt neither holds nor waits, since the name is used otherwise now: as a lock where
   * permits were asked for, as a semaphore where a lock was, or as a semaphore of another size.
   * Only {@link StoreSession#acquire} answers so.
   *
   * @param size how many permits the name has; 0 if it is a lock
   */
  record Mismatched(int size) implements Standing {}

  /**
   * Nothing is known of this one attempt of a batch: its part of the store did not answer, while
   * others did. Only {@link StoreSession#keepAlive} answers so.
   *
   * @param error what went wrong
   */
  record Unknown(StoreException error) implements Standing {}
}
