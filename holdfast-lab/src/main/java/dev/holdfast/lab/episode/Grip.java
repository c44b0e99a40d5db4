package dev.holdfast.lab.episode;

import java.time.Duration;
import java.util.Optional;

/** What a lock under test hands out when it grants: the belief to hold a name. Thread-safe. */
public interface Grip {
  /** The fencing token, or 0 if this lock has none. */
  long token();

  /** Whether this lock would tell its user now that it holds. */
  boolean valid();

  /**
   * How long this lock promises now that it will go on being valid; zero if it promises nothing,
   * which leaves what {@link #valid()} said as its only claim.
   */
  default Duration remaining() {
    return Duration.ZERO;
  }

  /**
   * Makes sure that at least so much is certain, as far as this lock can; an exception if it could
   * not.
   */
  default void ensure(Duration atLeast) throws Exception {}

  /** Hears that it is lost, if this lock tells; from any thread. */
  default void onLost(Runnable told) {}

  /**
   * Becomes a grip of the other side, if this lock has two: who writes, a reader, and the only
   * reader the writer. Empty if it stays as it is.
   */
  default Optional<Grip> change() throws Exception {
    return Optional.empty();
  }

  /** Gives the name back, as the users of this lock would. Trouble may be thrown. */
  void release() throws Exception;

  /** The same; runs this when nothing more is claimed: before it is given back. */
  default void release(Runnable ended) throws Exception {
    ended.run();
    release();
  }
}
