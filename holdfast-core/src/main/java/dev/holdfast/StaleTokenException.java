package dev.holdfast;

import java.util.concurrent.atomic.LongAdder;

/**
 * A guard refused a fencing token: its resource has been in contact with a newer holder, so the
 * section that brought this token must end. It says nothing about the lock itself: the lease may
 * still look held to a process that was paused.
 */
public final class StaleTokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final LongAdder REFUSALS = new LongAdder();

  private final String resource;
  private final long token;

  /**
   * For a token that came too late.
   *
   * @param resource what the guard protects
   * @param token what was brought
   * @param seen what the resource has seen, as a part of a sentence: "token 8192 of a on b"
   */
  public StaleTokenException(String resource, long token, String seen) {
    super(
        "token "
            + token
            + " is refused by '"
            + resource
            + "', which has seen "
            + seen
            + "; nothing was changed: undo what this section did and end it");
    this.resource = resource;
    this.token = token;
    REFUSALS.increment();
  }

  /**
   * How many tokens the guards of this process have refused since it started: how many of these
   * exceptions were made. A guard belongs to no client, since tokens come from other processes,
   * too.
   */
  public static long refusals() {
    return REFUSALS.sum();
  }

  /** What the guard protects. */
  public String resource() {
    return resource;
  }

  /** The token that was refused. */
  public long token() {
    return token;
  }
}
