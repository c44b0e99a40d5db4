package dev.holdfast.spi;

/**
 * One hold to renew or to change, or one queue place to keep; see {@link StoreSession#keepAlive}.
 */
public sealed interface KeepAlive {
  /** What is locked. */
  String name();

  /** The attempt that holds or waits. */
  String attempt();

  /** How long a hold is to last from now on at least; 0 for a place. */
  long leaseMillis();

  /**
   * A hold to renew. The first renewal of a hold that was handed over is its claim.
   *
   * @param name what is locked
   * @param attempt the attempt that holds
   * @param leaseMillis the hold lasts at least this long from now
   * @param newStamp whether the hold needs a new stamp, above all it had
   */
  record Hold(String name, String attempt, long leaseMillis, boolean newStamp)
      implements KeepAlive {}

  /**
   * A hold to renew with a stamp that others of the same client are to have, too, so that one token
   * can stand for several names. A hold whose stamp lies below this one gets this one, or one above
   * it where the name has had it already; any other keeps its own.
   *
   * @param name what is locked
   * @param attempt the attempt that holds
   * @param leaseMillis the hold lasts at least this long from now
   * @param stamp the least stamp that it is to have
   */
  record Raise(String name, String attempt, long leaseMillis, long stamp) implements KeepAlive {}

  /**
   * A hold to renew in another mode. A hold becomes shared at once; it becomes exclusive only if no
   * other hold of the name lives. A hold that changes gets a new stamp, above all the name had;
   * that is why a copy that comes late changes nothing: its stamp is no longer the hold's.
   *
   * @param name what is locked
   * @param attempt the attempt that holds
   * @param leaseMillis the hold lasts at least this long from now, if it changes
   * @param stamp the hold's stamp; a hold that has another by now does not change
   * @param to the mode it is to have
   */
  record Change(String name, String attempt, long leaseMillis, long stamp, Mode to)
      implements KeepAlive {}

  /**
   * A queue place to keep.
   *
   * @param name what is locked
   * @param attempt the attempt that waits
   * @param placeMillis how long the place lasts from now
   * @param sentAt as in {@link AcquireRequest#sentAt()}
   */
  record Place(String name, String attempt, long placeMillis, long sentAt) implements KeepAlive {
    @Override
    public long leaseMillis() {
      return 0;
    }
  }
}
