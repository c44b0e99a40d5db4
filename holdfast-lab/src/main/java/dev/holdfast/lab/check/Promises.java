package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A lease is not lost before the deadline that it stated, unless its client was closed. */
public final class Promises implements Check {
  @Override
  public List<Violation> violations(History history) {
    Map<Long, Long> promised = new HashMap<>();
    Map<Long, Boolean> told = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case GRANTED, HELD -> promised.merge(e.op(), e.at() + e.a(), Math::max);
        case NOT_HELD -> {
          long until = promised.getOrDefault(e.op(), 0L);
          if (e.b() < until && !closed(e, history) && told.put(e.op(), true) == null) {
            violations.add(violation(e, until));
          }
        }
        default -> {}
      }
    }
    return violations;
  }

  private static boolean closed(Event event, History history) {
    return history.closes().stream()
        .anyMatch(
            close ->
                Ops.client(close.op()) == Ops.client(event.op())
                    && Ops.life(close.op()) == Ops.life(event.op())
                    && close.at() <= event.b());
  }

  private static Violation violation(Event e, long until) {
    return new Violation(
        "PROMISE",
        "n%d: %s was lost %d ms before the deadline that its lease had stated"
            .formatted(e.name(), Ops.text(e.op()), (until - e.b()) / 1_000_000),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
