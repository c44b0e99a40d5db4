package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * F1, on which C1 rests: tokens grow in the order of the grants, and none is given twice. Among
 * readers tokens say nothing.
 *
 * <p>Known for certain is that one grant came before another if it had returned before the other
 * was asked for. Where C2 is claimed, so is the order in which valid grants returned that exclude
 * each other: had the later one been granted first, it would have ended before the other was
 * granted, and not have been valid.
 *
 * <p>Where C2 is not claimed, a client whose hold was lost with the store's data may lend it on
 * until its deadline, with tokens below those of the next holder (F2). A lease that is surely lent
 * like that, from a hold that its client had before the next holder was granted, is not judged
 * here: the resource refuses it (C1).
 */
public final class GrantOrder implements Check {
  private final boolean exclusive;

  /** With or without what follows from C2. */
  public GrantOrder(boolean exclusive) {
    this.exclusive = exclusive;
  }

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Map<Integer, List<Grant>> byName = new HashMap<>();
    for (Grant grant : Grant.all(history)) {
      if (grant.token() != 0) {
        byName.computeIfAbsent(grant.name(), name -> new ArrayList<>()).add(grant);
      }
    }
    byName.values().forEach(grants -> look(grants, violations));
    return violations;
  }

  private void look(List<Grant> grants, List<Violation> violations) {
    Map<Long, Grant> tokens = new HashMap<>();
    for (Grant grant : grants) {
      Grant twin = tokens.put(grant.token(), grant);
      if (twin != null && twin.mode().excludes(grant.mode())) {
        violations.add(violation(twin, grant, "have the same token"));
      }
    }
    certain(grants, violations);
    if (exclusive) {
      byReturn(grants.stream().filter(Grant::validWhenGranted).toList(), violations);
    }
  }

  /** Sweeps by asking time: of all that had returned by then, the highest token of each mode. */
  private void certain(List<Grant> grants, List<Violation> violations) {
    List<Grant> byAsking = new ArrayList<>(grants);
    byAsking.sort(Comparator.comparingLong(Grant::asked));
    int returned = 0;
    Map<Mode, Grant> highest = new EnumMap<>(Mode.class);
    for (Grant next : byAsking) {
      for (;
          returned < grants.size() && grants.get(returned).granted() < next.asked();
          returned++) {
        raise(highest, grants.get(returned));
      }
      highest.forEach(
          (mode, before) -> {
            if (mode.excludes(next.mode())
                && before.token() > next.token()
                && (exclusive || !isLentOn(next, before, grants))) {
              violations.add(
                  violation(before, next, "are granted one after the other, the tokens fall"));
            }
          });
    }
  }

  private static void raise(Map<Mode, Grant> highest, Grant grant) {
    highest.merge(grant.mode(), grant, (a, b) -> b.token() > a.token() ? b : a);
  }

  private static boolean isLentOn(Grant lease, Grant newer, List<Grant> grants) {
    return grants.stream()
        .anyMatch(
            g ->
                Ops.sameClient(g.op(), lease.op())
                    && g.stamp() == lease.stamp()
                    && g.stamp() != 0
                    && g.token() < lease.token()
                    && g.granted() < newer.granted());
  }

  private static void byReturn(List<Grant> grants, List<Violation> violations) {
    Map<Mode, Grant> highest = new EnumMap<>(Mode.class);
    for (Grant next : grants) {
      highest.forEach(
          (mode, before) -> {
            if (mode.excludes(next.mode()) && next.token() < before.token()) {
              violations.add(violation(before, next, "return valid in this order, tokens fall"));
            }
          });
      raise(highest, next);
    }
  }

  static Violation violation(Grant a, Grant b, String what) {
    return new Violation(
        "F1",
        "n%d: %s (token %d) and %s (token %d) %s"
            .formatted(b.name(), Ops.text(a.op()), a.token(), Ops.text(b.op()), b.token(), what),
        b.name(),
        b.granted(),
        List.of(a.op(), b.op()));
  }
}
