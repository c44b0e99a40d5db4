package dev.holdfast.spi;

/** One hold to renew or one queue place to keep; see {@link StoreSession#keepAlive}. */
public sealed interface KeepAlive {
  /** What is locked. */
  String name();

  /** The attempt that holds or waits. */
  String attempt();

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
   * A queue place to keep.
   *
   * @param name what is locked
   * @param attempt the attempt that waits
   * @param placeMillis how long the place lasts from now
   * @param sentAt as in {@link AcquireRequest#sentAt()}
   */
  record Place(String name, String attempt, long placeMillis, long sentAt) implements KeepAlive {}
}
