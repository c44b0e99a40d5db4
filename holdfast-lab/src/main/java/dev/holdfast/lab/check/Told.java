package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * L4: whoever has lost a lease is told soon, unless its process did not run; L1: and once. Lock
 * views have no way to tell.
 */
public final class Told implements Check {
  /** Each thread of a busy machine may stand still for long, also while others run. */
  private static final long SOON_NANOS = 1_000_000_000;

  @Override
  public List<Violation> violations(History history) {
    Map<Long, Event> told = new HashMap<>();
    Map<Long, Event> noticed = new HashMap<>();
    Set<Long> views = new HashSet<>();
    List<Violation> violations = new ArrayList<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> {
          if (e.way() == 'n') {
            views.add(e.op());
          }
        }
        case NOT_HELD -> noticed.putIfAbsent(e.op(), e);
        case TOLD -> {
          if (told.putIfAbsent(e.op(), e) != null) {
            violations.add(violation("L1", e, "was told more than once that it is lost"));
          }
        }
        default -> {}
      }
    }
    noticed.forEach(
        (op, event) -> {
          if (!views.contains(op) && isLate(event, told.get(op), history)) {
            violations.add(violation("L4", event, "was lost, " + after(event, told.get(op))));
          }
        });
    return violations;
  }

  private static boolean isLate(Event noticed, @Nullable Event told, History history) {
    long killed = history.killed(Ops.client(noticed.op()), Ops.life(noticed.op()));
    long seen = Math.min(killed, history.last(Happening.Type.END));
    long at = told == null ? seen : Math.min(seen, told.at());
    return at - noticed.b() - history.stood(noticed.op(), noticed.b(), at) > SOON_NANOS;
  }

  private static String after(Event noticed, @Nullable Event told) {
    return told == null
        ? "and nobody was told"
        : "and told of it " + (told.at() - noticed.b()) / 1_000_000 + " ms later";
  }

  private static Violation violation(String check, Event e, String text) {
    return new Violation(
        check,
        "n%d: %s %s".formatted(e.name(), Ops.text(e.op()), text),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
