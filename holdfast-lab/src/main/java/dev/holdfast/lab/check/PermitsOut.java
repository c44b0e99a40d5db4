package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * N1: the permits of a name that are claimed at one moment are never more than there are, and no
 * two leases have the use of one hold at once.
 */
public final class PermitsOut implements Check {
  @Override
  public List<Violation> violations(History history) {
    Map<Integer, List<Grant>> byName = new HashMap<>();
    for (Grant grant : Grant.all(history)) {
      if (grant.want().mode() == Mode.COUNTED && grant.claimed() > grant.granted()) {
        byName.computeIfAbsent(grant.name(), name -> new ArrayList<>()).add(grant);
      }
    }
    List<Violation> violations = new ArrayList<>();
    byName.values().forEach(grants -> look(grants, violations));
    return violations;
  }

  /** Sweeps by the time of the grants, which they come in: who of those before claims still? */
  private static void look(List<Grant> grants, List<Violation> violations) {
    List<Grant> out = new ArrayList<>();
    for (Grant next : grants) {
      out.removeIf(before -> before.claimed() <= next.granted());
      for (Grant before : out) {
        if (next.stamp() != 0 && next.stamp() == before.stamp()) {
          violations.add(sameHold(before, next));
        }
      }
      out.add(next);
      int sum = out.stream().mapToInt(grant -> grant.want().permits()).sum();
      if (sum > next.want().size()) {
        violations.add(tooMany(out, sum, next));
      }
    }
  }

  private static Violation tooMany(List<Grant> out, int sum, Grant next) {
    long end = out.stream().mapToLong(Grant::claimed).min().orElseThrow();
    return violation(
        "n%d: %d permits of %d were claimed at once, for %d µs: %s"
            .formatted(
                next.name(),
                sum,
                next.want().size(),
                (end - next.granted()) / 1_000,
                String.join(
                    ", ",
                    out.stream()
                        .map(g -> g.want().permits() + " by " + Ops.text(g.op()))
                        .toList())),
        out,
        next);
  }

  private static Violation sameHold(Grant before, Grant next) {
    return violation(
        "n%d: %s and %s have the use of one hold at once, stamp %d"
            .formatted(next.name(), Ops.text(before.op()), Ops.text(next.op()), next.stamp()),
        List.of(before, next),
        next);
  }

  private static Violation violation(String text, List<Grant> all, Grant last) {
    return new Violation(
        "N1",
        text,
        last.name(),
        last.granted(),
        all.stream().sorted(Comparator.comparingLong(Grant::granted)).map(Grant::op).toList());
  }
}
