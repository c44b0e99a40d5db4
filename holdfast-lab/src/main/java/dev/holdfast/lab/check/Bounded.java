package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * T1: no lease says that more is left of it than it was asked for, whatever a server's clock says.
 */
public final class Bounded implements Check {
  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Set<Long> found = new HashSet<>();
    for (Event e : history.events()) {
      boolean states = e.kind() == Kind.GRANTED || e.kind() == Kind.HELD;
      if (states && e.a() > history.lease().toNanos() && found.add(e.op())) {
        violations.add(violation(e, history));
      }
    }
    return violations;
  }

  private static Violation violation(Event e, History history) {
    return new Violation(
        "T1",
        "n%d: %s said that %d ms were left of a lease of %d ms"
            .formatted(e.name(), Ops.text(e.op()), e.a() / 1_000_000, history.lease().toMillis()),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
