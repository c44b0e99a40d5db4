package dev.holdfast.lab.check;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The model of a lock: who writes, or else who read, and the highest tokens of writers and of all
 * so far.
 */
record Ownership(long writer, Set<Long> readers, long written, long token) implements Model {
  static final Ownership FREE = new Ownership(0, Set.of(), 0, 0);

  @Override
  public @Nullable Model apply(Step step) {
    Mode mode = step.want().mode();
    return switch (step.what()) {
      case GRANT -> granted(step);
      case CHANGE -> holds(step.former()) ? without(step.former()).granted(step) : null;
      case END -> holds(step.op()) ? without(step.op()) : null;
      case RENEW -> holds(step.op()) ? this : null;
      case REFUSE -> admits(mode) ? null : this;
    };
  }

  private @Nullable Ownership granted(Step grant) {
    Mode mode = grant.want().mode();
    return admits(mode) && grows(mode, grant.token()) ? with(grant) : null;
  }

  private boolean admits(Mode mode) {
    return writer == 0 && (mode == Mode.SHARED || readers.isEmpty());
  }

  /** Readers' tokens may come in any order among themselves. */
  private boolean grows(Mode mode, long granted) {
    return granted == 0 || granted > (mode == Mode.SHARED ? written : token);
  }

  private boolean holds(long op) {
    return writer == op || readers.contains(op);
  }

  private Ownership with(Step grant) {
    long highest = Math.max(grant.token(), token);
    if (grant.want().mode() == Mode.EXCLUSIVE) {
      return new Ownership(grant.op(), Set.of(), Math.max(grant.token(), written), highest);
    }
    Set<Long> more = new HashSet<>(readers);
    more.add(grant.op());
    return new Ownership(0, Set.copyOf(more), written, highest);
  }

  private Ownership without(long op) {
    Set<Long> fewer = new HashSet<>(readers);
    fewer.remove(op);
    return new Ownership(writer == op ? 0 : writer, Set.copyOf(fewer), written, token);
  }
}
