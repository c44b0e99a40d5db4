package dev.holdfast.lab.check;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the model of a lock, which took effect at one moment of a span of time.
 *
 * @param mode of the request
 * @param from the earliest moment
 * @param to the latest; the end of time if it may not have happened at all
 * @param op the request that it belongs to
 */
record Step(What what, Mode mode, long from, long to, long op, long token) {
  /** The operations of the model. */
  enum What {
    /** The name is granted: nobody is in the way, and the token lies above those of writers. */
    GRANT,
    /** A grant ends, by a release or by itself. */
    END,
    /** It is renewed: the grant holds. */
    RENEW,
    /** A try fails: somebody is in the way. */
    REFUSE
  }

  /**
   * What the model knows: who writes, or else who read, and the highest tokens of writers and of
   * all so far.
   */
  record State(long writer, Set<Long> readers, long written, long token) {
    static final State FREE = new State(0, Set.of(), 0, 0);

    private boolean admits(Mode mode) {
      return writer == 0 && (mode == Mode.SHARED || readers.isEmpty());
    }

    private boolean holds(long op) {
      return writer == op || readers.contains(op);
    }

    private State with(long op, Mode mode, long granted) {
      long highest = Math.max(granted, token);
      if (mode == Mode.EXCLUSIVE) {
        return new State(op, Set.of(), Math.max(granted, written), highest);
      }
      Set<Long> more = new HashSet<>(readers);
      more.add(op);
      return new State(0, Set.copyOf(more), written, highest);
    }

    private State without(long op) {
      Set<Long> fewer = new HashSet<>(readers);
      fewer.remove(op);
      return new State(writer == op ? 0 : writer, Set.copyOf(fewer), written, token);
    }
  }

  /** The state after this operation, or null if it cannot happen in this one. */
  @Nullable State apply(State state) {
    return switch (what) {
      case GRANT -> state.admits(mode) && grows(state) ? state.with(op, mode, token) : null;
      case END -> state.holds(op) ? state.without(op) : null;
      case RENEW -> state.holds(op) ? state : null;
      case REFUSE -> state.admits(mode) ? null : state;
    };
  }

  /** Readers' tokens may come in any order among themselves. */
  private boolean grows(State state) {
    return token == 0 || token > (mode == Mode.SHARED ? state.written() : state.token());
  }
}
