package dev.holdfast.lab.check;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The model of a semaphore: how many permits are out, and who has some of them, each of which hold
 * of the store's. A hold has one user at a time. The order of tokens is not the model's concern, as
 * a client passes holds on in any order.
 */
record Permits(int out, Map<Long, Long> holds) implements Model {
  static final Permits FREE = new Permits(0, Map.of());

  @Override
  public @Nullable Model apply(Step step) {
    Want want = step.want();
    boolean fits = out + want.permits() <= want.size();
    return switch (step.what()) {
      case GRANT -> fits && isNobodys(Grant.stamp(step.token())) ? with(step) : null;
      case CHANGE -> null; // there are no sides to change
      case END -> holds.containsKey(step.op()) ? without(step) : null;
      case RENEW -> holds.containsKey(step.op()) ? this : null;
      case REFUSE -> fits ? null : this;
    };
  }

  /** A view does not tell its token, so that its hold is not known. */
  private boolean isNobodys(long stamp) {
    return stamp == 0 || !holds.containsValue(stamp);
  }

  private Permits with(Step grant) {
    Map<Long, Long> more = new HashMap<>(holds);
    more.put(grant.op(), Grant.stamp(grant.token()));
    return new Permits(out + grant.want().permits(), Map.copyOf(more));
  }

  private Permits without(Step end) {
    Map<Long, Long> fewer = new HashMap<>(holds);
    fewer.remove(end.op());
    return new Permits(out - end.want().permits(), Map.copyOf(fewer));
  }
}
