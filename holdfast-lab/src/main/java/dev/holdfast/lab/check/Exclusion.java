package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** C2: no two claimed validities of one name overlap. */
public final class Exclusion implements Check {
  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Map<Integer, Grant> longest = new HashMap<>();
    for (Grant next : Grant.all(history)) {
      Grant before = longest.get(next.name());
      if (before != null && next.claimed() > next.granted() && before.claimed() > next.granted()) {
        violations.add(violation(before, next));
      }
      if (before == null || next.claimed() > before.claimed()) {
        longest.put(next.name(), next);
      }
    }
    return violations;
  }

  private static Violation violation(Grant before, Grant next) {
    long overlap = Math.min(before.claimed(), next.claimed()) - next.granted();
    return new Violation(
        "C2",
        String.format(
            Locale.ROOT,
            "n%d was claimed by %s and by %s at once, for %.3f ms",
            next.name(),
            Ops.text(before.op()),
            Ops.text(next.op()),
            overlap / 1e6),
        next.name(),
        next.granted(),
        List.of(before.op(), next.op()));
  }
}
