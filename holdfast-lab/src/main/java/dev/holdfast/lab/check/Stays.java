package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * STAY: a name that is to stay taken from each grant on is not granted again before that time is
 * over, whatever becomes of its holder. A grant counts from when it was asked for, which the store
 * cannot have done it before.
 */
public final class Stays implements Check {
  /** For how long: longer than it takes a store to notice that a holder has died. */
  public static final Duration TIME = Duration.ofSeconds(6);

  /** The first names are wanted by all, so that there is load: they do not stay taken. */
  private static final int WANTED_BY_ALL = 2;

  /** Whether a name is among those that stay taken, in an episode that has such names. */
  public static boolean has(int name) {
    return name >= WANTED_BY_ALL;
  }

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Map<Integer, Grant> latest = new HashMap<>();
    for (Grant next : Grant.all(history)) {
      if (has(next.name())) {
        Grant before = latest.get(next.name());
        if (before != null && next.granted() - before.asked() < TIME.toNanos()) {
          violations.add(violation(before, next));
        }
        latest.put(next.name(), next);
      }
    }
    return violations;
  }

  private static Violation violation(Grant before, Grant next) {
    return new Violation(
        "STAY",
        "n%d: was to stay taken for %d ms from the grant to %s on, and %s had it after %d ms"
            .formatted(
                next.name(),
                TIME.toMillis(),
                Ops.text(before.op()),
                Ops.text(next.op()),
                (next.granted() - before.asked()) / 1_000_000),
        next.name(),
        next.granted(),
        List.of(before.op(), next.op()));
  }
}
