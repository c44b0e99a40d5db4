package dev.holdfast.spi;

/**
 * One request to hold a name.
 *
 * @param name what is locked: 1 to 512 UTF-8 bytes
 * @param attempt the attempt's id: {@code client id/number}, never used again, no white space
 * @param mode what else the hold is to admit; an attempt has one mode for its whole life, unless
 *     its hold is changed
 * @param waits whether to join the queue when the name is taken
 * @param leaseMillis how long the hold lasts if it is granted by this very call
 * @param claimMillis how long the hold lasts if it is handed to this attempt later, until its
 *     client claims it by a renewal
 * @param placeMillis how long the place in the queue lasts unless it is kept alive
 * @param sentAt the client's monotonic nanoseconds when this was sent; opaque to the store, which
 *     keeps the newest it has processed with the place and echoes it when it grants by push
 * @param permits how many permits a counted hold is to have; 0 for any other
 * @param size how many permits the name has, as far as the asking program knows; 0 if the hold is
 *     not counted
 * @param proposedStamp what the hold's stamp is to be if it is granted by this very call, so that
 *     several stores agree on one; 0 for none. A store whose next stamp is higher grants that, and
 *     so does one whose clock is more than {@value #MOST_AHEAD_MICROS} µs behind this; a store may
 *     also pay no heed to it
 * @param holdAtLeastMillis how long the name is to stay taken from the grant on, even if the client
 *     dies; 0 for not. It is part of the lease, so that only a store whose holds end with a session
 *     has to see to it, or to refuse the request
 * @param lockDelayMillis how long the name is to stay taken when its client, which died or was cut
 *     off, believes in the hold no more; 0 for not. For this, too, only a store whose holds end
 *     with a session has to see to it, or to refuse the request
 */
public record AcquireRequest(
    String name,
    String attempt,
    Mode mode,
    boolean waits,
    long leaseMillis,
    long claimMillis,
    long placeMillis,
    long sentAt,
    int permits,
    int size,
    long proposedStamp,
    long holdAtLeastMillis,
    long lockDelayMillis) {
  /** How far ahead of a store's clock a stamp may be that it takes from a proposal, in µs. */
  public static final long MOST_AHEAD_MICROS = 100_000;

  /** A request without a proposed stamp. */
  public AcquireRequest(
      String name,
      String attempt,
      Mode mode,
      boolean waits,
      long leaseMillis,
      long claimMillis,
      long placeMillis,
      long sentAt,
      int permits,
      int size) {
    this(
        name,
        attempt,
        mode,
        waits,
        leaseMillis,
        claimMillis,
        placeMillis,
        sentAt,
        permits,
        size,
        0,
        0,
        0);
  }

  /** A request for a hold that is not counted. */
  public AcquireRequest(
      String name,
      String attempt,
      Mode mode,
      boolean waits,
      long leaseMillis,
      long claimMillis,
      long placeMillis,
      long sentAt) {
    this(name, attempt, mode, waits, leaseMillis, claimMillis, placeMillis, sentAt, 0, 0);
  }

  /** The same with a proposed stamp. */
  public AcquireRequest proposing(long stamp) {
    return new AcquireRequest(
        name,
        attempt,
        mode,
        waits,
        leaseMillis,
        claimMillis,
        placeMillis,
        sentAt,
        permits,
        size,
        stamp,
        holdAtLeastMillis,
        lockDelayMillis);
  }
}
