package dev.holdfast.lab.check;

/**
 * An operation on the model of a lock, which took effect at one moment of a span of time.
 *
 * @param want what its request asks for
 * @param from the earliest moment
 * @param to the latest; the end of time if it may not have happened at all
 * @param op the request that it belongs to
 * @param former of a change the request that it was before, else 0
 */
record Step(What what, Want want, long from, long to, long op, long token, long former) {
  Step(What what, Want want, long from, long to, long op, long token) {
    this(what, want, from, to, op, token, 0);
  }

  /** The operations of the model. */
  enum What {
    /** The name is granted: nobody is in the way, and the token is one that may be given. */
    GRANT,
    /** A holder becomes a reader, or the only reader the writer, with nobody in between. */
    CHANGE,
    /** A grant ends, by a release or by itself. */
    END,
    /** It is renewed: the grant holds. */
    RENEW,
    /** A try fails: somebody is in the way. */
    REFUSE
  }
}
