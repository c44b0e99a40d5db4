package dev.holdfast.consensus;

import dev.holdfast.spi.AcquireRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's session with the service, which its attempts' nodes end with, and what a store asks
 * through it. Nothing blocks; a future that fails says that the outcome is unknown. Thread-safe.
 */
public interface CoordinationSession {
  /** Whether this is known to be over, for good. */
  boolean hasEnded();

  /** After how much silence the service ends it. */
  long timeoutMillis();

  /** For how long it surely lives after a sign of life. */
  long certainMillis();

  /** What to add to an instant of now, or of the past, so that it surely lives until the sum. */
  long remainingMillis(long sinceNanos);

  /** Shows the service that it lives, and so lengthens the time for which it surely does. */
  CompletableFuture<Boolean> alive();

  /** The time of the clock that stamps are made with, in microseconds since 1970. */
  long nowMicros();

  /** Makes sure that {@link #nowMicros} is as good as it can be. */
  CompletableFuture<Boolean> tellTime();

  /** A moment at which it may do work of its own, like forgetting unused names. */
  void spareMoment();

  /**
   * What stands there now.
   *
   * @param fresh whether it must be as new as what others have been answered before
   */
  CompletableFuture<NameSnapshot> read(String name, boolean fresh);

  /** Writes what a look at a name calls for, if its register is still the one that was seen. */
  CompletableFuture<Written> write(String name, NameSnapshot seen, Decision<?> change);

  /** Makes an attempt's node behind all others of the name. */
  CompletableFuture<Written> queue(AcquireRequest request);

  /**
   * Sees to it that nothing which was sent to make this attempt's node takes effect any more, and
   * takes the node away if it has.
   */
  CompletableFuture<Boolean> refuse(String name, String attempt);

  /** Takes a node away; whether it was there. */
  CompletableFuture<Boolean> delete(String name, String node);

  /**
   * Takes away the node of a hold that has no known waiter.
   *
   * @param last what was seen of the name when it was granted, or later
   */
  CompletableFuture<Left> leave(String name, String node, NameSnapshot last);

  /** Has the clients of these nodes look again; that it may fail costs them time only. */
  void wake(String name, List<AttemptNode> children);

  /**
   * Runs something whenever the client of this node is to look again, or its node is gone.
   *
   * @param isOver whether the client has no use for it any more
   * @param failed run if nothing is listened for, so that it may be tried again
   */
  Watch listen(String name, String node, BooleanSupplier isOver, Runnable look, Runnable failed);

  /**
   * Runs something once a node is gone; at once if it is gone already.
   *
   * @param seen in which the node was still there
   * @param failed run if nothing is watched, so that it may be tried again
   */
  Watch whenGone(String name, String node, NameSnapshot seen, Runnable gone, Runnable failed);

  /**
   * Gives names that are made anew stamps again, where what is left of forgotten ones has none that
   * follows; whether that was so. See {@link Stamps#mended}.
   */
  CompletableFuture<Boolean> mendFloor(String name);

  /** The names that are held or waited for. */
  CompletableFuture<List<String>> names(int limit);

  /** Something that is waited for; closing it twice does no harm. */
  interface Watch extends AutoCloseable {
    /** What needs no closing. */
    Watch NONE = () -> {};

    @Override
    void close();
  }

  /**
   * What became of a write.
   *
   * @param done false if another was quicker, so that nothing was written
   * @param made the node that was made by it, if one was
   * @param version the register's version from now on, if it was done
   * @param seen what stands there now, if that is known
   */
  record Written(
      boolean done, @Nullable AttemptNode made, long version, @Nullable NameSnapshot seen) {
    /** Another was quicker. */
    public static Written conflict(@Nullable NameSnapshot seen) {
      return new Written(false, null, 0, seen);
    }
  }

  /**
   * What was found when a hold was given up.
   *
   * @param found whether its node was there
   * @param free what is known of the name, if it has neither holder nor waiter now
   */
  record Left(boolean found, @Nullable NameSnapshot free) {}
}
