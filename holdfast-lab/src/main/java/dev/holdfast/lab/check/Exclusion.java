package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** C2: no two claimed validities of one name overlap, unless both are of readers. */
public final class Exclusion implements Check {
  private final boolean again;

  /** Asked of all grants. */
  public Exclusion() {
    this(false);
  }

  private Exclusion(boolean again) {
    this.again = again;
  }

  /**
   * Asked where C1 alone is claimed while something is wrong: of what was asked for when all had
   * been well for so long that what was granted before is over.
   */
  public static Exclusion again() {
    return new Exclusion(true);
  }

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Map<Mode, Map<Integer, Grant>> longest = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      longest.put(mode, new HashMap<>());
    }
    long from = again ? new Spans(history).goneAfter(history.last(Happening.Type.HEAL)) : 0;
    for (Grant next : Grant.all(history)) {
      if (next.asked() < from) {
        continue;
      }
      longest.forEach(
          (mode, byName) -> {
            Grant before = byName.get(next.name());
            if (before != null && mode.excludes(next.mode()) && overlap(before, next)) {
              violations.add(violation(before, next));
            }
            if (mode == next.mode() && (before == null || next.claimed() > before.claimed())) {
              byName.put(next.name(), next);
            }
          });
    }
    return violations;
  }

  private static boolean overlap(Grant before, Grant next) {
    return next.claimed() > next.granted() && before.claimed() > next.granted();
  }

  private static Violation violation(Grant before, Grant next) {
    long overlap = Math.min(before.claimed(), next.claimed()) - next.granted();
    return new Violation(
        "C2",
        String.format(
            Locale.ROOT,
            "n%d was claimed by %s and by %s%s at once, for %.3f ms",
            next.name(),
            Ops.text(before.op()),
            Ops.text(next.op()),
            before.mode() == next.mode() ? "" : " (a reader and a writer)",
            overlap / 1e6),
        next.name(),
        next.granted(),
        List.of(before.op(), next.op()));
  }
}
