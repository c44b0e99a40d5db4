package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * T1: no lease says that more is left of it than it was asked for, whatever a server's clock says.
 * A name that is to stay taken for longer than the lease is asked for that time.
 */
public final class Bounded implements Check {
  private final boolean stays;

  /**
   * @param stays whether names stay taken, {@link Stays}
   */
  public Bounded(boolean stays) {
    this.stays = stays;
  }

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Set<Long> found = new HashSet<>();
    for (Event e : history.events()) {
      boolean states = e.kind() == Kind.GRANTED || e.kind() == Kind.HELD;
      Duration most = most(e, history.lease());
      if (states && e.a() > most.toNanos() && found.add(e.op())) {
        violations.add(violation(e, most));
      }
    }
    return violations;
  }

  private Duration most(Event e, Duration lease) {
    return stays && Stays.has(e.name()) && Stays.TIME.compareTo(lease) > 0 ? Stays.TIME : lease;
  }

  private static Violation violation(Event e, Duration most) {
    return new Violation(
        "T1",
        "n%d: %s said that %d ms were left of a lease of %d ms"
            .formatted(e.name(), Ops.text(e.op()), e.a() / 1_000_000, most.toMillis()),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
