package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * W1: after all is healed work goes on, and no name stands still while somebody waits for it (one
 * request after another, if each gives up in its time), for longer than a dead holder's lease, a
 * living one's longest section, and some slack.
 *
 * <p>Who asks for several names has the first of them while it waits for a later one. So a name
 * does not stand still if one was granted meanwhile that comes after it in what somebody asks for;
 * and if none was, it has the time of each of those beside its own.
 */
public final class Liveness implements Check {
  private static final Duration SLACK = Duration.ofMillis(2_500);

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    long most = heldNanos(history.lease()) + SLACK.toNanos();
    boolean killed = history.first(Happening.Type.KILL) != Long.MAX_VALUE;
    Optional<Duration> recovery = new Tally(history).recovery();
    if (recovery.isPresent() ? recovery.get().toNanos() > most : !killed) {
      violations.add(
          violation(
              "work did not go on within "
                  + most / 1_000_000
                  + " ms: "
                  + recovery.map(r -> r.toMillis() + " ms").orElse("never"),
              -1,
              history.last(Happening.Type.HEAL),
              List.of()));
    }
    new Stalls(history, most).find(violations);
    return violations;
  }

  /** For how long a name may be held: by who died, and then by who has long work. */
  static long heldNanos(Duration lease) {
    return lease.multipliedBy(11).dividedBy(5).toNanos();
  }

  static Violation violation(String text, int name, long at, List<Long> ops) {
    return new Violation("W1", text, name, at, ops);
  }
}
