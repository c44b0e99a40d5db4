package dev.holdfast.lab.sim;

/** One grant of the server, as far as was seen. */
final class Grant {
  final String attempt;

  /** Its last stamp. */
  long stamp;

  /** Whether it admits others beside it: it is shared, or counted. */
  boolean shared;

  /** How many permits it has; 0 if it is not counted. */
  int permits;

  /** When the store ends it unless it is renewed. */
  long expiry;

  /** Since when another client has waited for the name, without a gap. */
  long awaitedSince = Long.MAX_VALUE;

  /** Since when its client has lent it; from then on it must keep in contact. */
  long lentSince = Long.MAX_VALUE;

  /** Since when there has been no other hold of the name. */
  long aloneSince;

  /** Since when it has been exclusive in the store without a break. */
  long exclusiveSince;

  /** Whether it is over; an end by time is seen at the next look. */
  boolean ended;

  /** Whether the store may have broken its word for it: data loss, a clock jump, an operator. */
  boolean isVoid;

  Grant(String attempt) {
    this.attempt = attempt;
  }
}
