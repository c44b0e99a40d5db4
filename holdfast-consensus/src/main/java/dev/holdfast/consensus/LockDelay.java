package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import org.jspecify.annotations.Nullable;

/** Which lock-delays can be kept by what is certain of a session. */
final class LockDelay {
  /*
   * The client believes in its hold for the delay less than is certain of the session, so that the
   * delay lies between the last moment of its belief and the first at which the service may end the
   * session, whatever happens to the client. What is left has to be of use: a third of what is
   * certain, so that renewals are no more than three times as frequent, and a second, in which the
   * service may be slow.
   */
  private static final int PARTS = 3;
  private static final long LEAST_MILLIS = 1_000;
  private static final long SECOND = 1_000;

  private LockDelay() {}

  /** Why a request cannot be granted in this session; null if it can. */
  static @Nullable StoreException refused(CoordinationSession session, AcquireRequest request) {
    long asked = request.lockDelayMillis();
    long certain = session.certainMillis();
    long most = Math.max(0, certain - Math.max(certain / PARTS, LEAST_MILLIS));
    if (asked <= most) {
      return null;
    }
    long enough = Math.max(asked + LEAST_MILLIS, asked * PARTS / (PARTS - 1) + 1);
    long longer = enough * session.timeoutMillis() / Math.max(1, certain) / SECOND + 1;
    return new StoreException(
        "acquire '"
            + request.name()
            + "': a lock-delay of "
            + asked
            + " ms, but the longest that this client's session with the store can keep is "
            + most
            + " ms. (The session ends after "
            + session.timeoutMillis()
            + " ms of silence, of which "
            + certain
            + " ms are certain, and the client believes in a hold for the delay less.) Nothing was"
            + " asked of the store. Let the session last longer (at least "
            + longer
            + " s: session= in a URL, or the session timeout of a ZooKeeper client of yours), or ask"
            + " for a shorter delay.",
        null,
        false);
  }
}
