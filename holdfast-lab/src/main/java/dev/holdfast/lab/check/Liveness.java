package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** W1: after all is healed, work goes on within a bound. */
public final class Liveness implements Check {
  private static final Duration BOUND = Duration.ofSeconds(3);

  @Override
  public List<Violation> violations(History history) {
    Optional<Duration> recovery = new Tally(history).recovery();
    long heal = history.last(Happening.Type.HEAL);
    Duration most = history.lease().plus(BOUND);
    boolean killed = history.first(Happening.Type.KILL) != Long.MAX_VALUE;
    if (recovery.isEmpty() ? killed : recovery.get().compareTo(most) <= 0) {
      return List.of();
    }
    return List.of(
        new Violation(
            "W1",
            "work did not go on within "
                + most.toMillis()
                + " ms: "
                + recovery.map(r -> r.toMillis() + " ms").orElse("never"),
            -1,
            heal,
            List.of()));
  }
}
