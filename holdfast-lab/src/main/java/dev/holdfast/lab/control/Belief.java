package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import java.time.Duration;

/**
 * What the user of a flawed lock has in hand after a grant: a belief.
 *
 * <p>Most of these locks give no token that the resource could compare, so that it refuses nothing:
 * whether a stale write got through is judged by the order in which the grants returned. A number
 * made up by the client would be compared with those that other clients made up, and convict a lock
 * of what it never said.
 */
public final class Belief implements Grip {
  /** How a design gives a name back. */
  public interface Release {
    void run() throws Exception;
  }

  private static final long NEVER = Long.MAX_VALUE;

  private final long deadlineNanos;
  private final long token;
  private final Release release;

  private Belief(long deadlineNanos, long token, Release release) {
    this.token = token;
    this.deadlineNanos = deadlineNanos;
    this.release = release;
  }

  /**
   * The belief of the most careful user of a lock that expires: it ends by the user's own clock, a
   * lease after the request began. What is convicted all the same is not for want of care.
   */
  public static Belief lasting(long askedNanos, Duration lease, Release release) {
    return lasting(askedNanos, lease, 0, release);
  }

  /** The same of a lock that gives a token. */
  static Belief lasting(long askedNanos, Duration lease, long token, Release release) {
    return new Belief(askedNanos + lease.toNanos(), token, release);
  }

  /** The belief of whoever is never told of an end: it lasts until the release. */
  public static Belief endless(Release release) {
    return new Belief(NEVER, 0, release);
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public boolean valid() {
    return deadlineNanos == NEVER || System.nanoTime() - deadlineNanos < 0;
  }

  /** An endless belief is claimed at the moments only at which it is looked at. */
  @Override
  public Duration remaining() {
    return deadlineNanos == NEVER
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
  }

  @Override
  public void release() throws Exception {
    release.run();
  }
}
