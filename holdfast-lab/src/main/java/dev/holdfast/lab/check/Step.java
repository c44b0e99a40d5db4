package dev.holdfast.lab.check;

import org.jspecify.annotations.Nullable;

/**
 * An operation on the model of a lock, which took effect at one moment of a span of time.
 *
 * @param from the earliest moment
 * @param to the latest; the end of time if it may not have happened at all
 * @param op the request that it belongs to
 */
record Step(What what, long from, long to, long op, long token) {
  /** The operations of the model. */
  enum What {
    /** The name is granted: nobody held it, and the token lies above all before. */
    GRANT,
    /** A grant ends, by a release or by itself. */
    END,
    /** It is renewed: the grant holds. */
    RENEW,
    /** A try fails: somebody holds the name. */
    REFUSE
  }

  /** What the model knows: who holds, and the highest token so far. */
  record State(long holder, long token) {
    static final State FREE = new State(0, 0);
  }

  /** The state after this operation, or null if it cannot happen in this one. */
  @Nullable State apply(State state) {
    return switch (what) {
      case GRANT ->
          state.holder() == 0 && (token == 0 || token > state.token())
              ? new State(op, Math.max(token, state.token()))
              : null;
      case END -> state.holder() == op ? new State(0, state.token()) : null;
      case RENEW -> state.holder() == op ? state : null;
      case REFUSE -> state.holder() != 0 ? state : null;
    };
  }
}
