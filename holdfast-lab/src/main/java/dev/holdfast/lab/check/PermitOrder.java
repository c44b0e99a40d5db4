package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * F1 of permits: no token is given twice, a hold has one client, what is lent of a hold has greater
 * tokens each time, and what the store grants has a greater one than all before it.
 *
 * <p>A client passes on what it has to whom it suits, so that a lower token may come later. Surely
 * of a new hold is a lease whose client neither had nor wanted anything of that name, nor might
 * still have it from a request that was given up, when it was asked for.
 */
public final class PermitOrder implements Check {
  @Override
  public List<Violation> violations(History history) {
    Map<Integer, List<Grant>> byName = new HashMap<>();
    for (Grant grant : Grant.all(history)) {
      if (grant.want().mode() == Mode.COUNTED && grant.token() != 0) {
        byName.computeIfAbsent(grant.name(), name -> new ArrayList<>()).add(grant);
      }
    }
    Spans spans = new Spans(history);
    List<Violation> violations = new ArrayList<>();
    byName.forEach(
        (name, grants) -> {
          tokens(grants, violations);
          holds(grants, violations);
          newHolds(grants, spans.wantedOrHeld(name), violations);
        });
    return violations;
  }

  private static void tokens(List<Grant> grants, List<Violation> violations) {
    Map<Long, Grant> tokens = new HashMap<>();
    for (Grant grant : grants) {
      Grant twin = tokens.put(grant.token(), grant);
      if (twin != null) {
        violations.add(GrantOrder.violation(twin, grant, "have the same token"));
      }
    }
  }

  private static void holds(List<Grant> grants, List<Violation> violations) {
    Map<Long, Grant> holds = new HashMap<>();
    for (Grant next : grants) {
      Grant before = next.stamp() == 0 ? null : holds.put(next.stamp(), next);
      if (before == null) {
        continue;
      }
      if (!Ops.sameClient(before.op(), next.op())) {
        violations.add(GrantOrder.violation(before, next, "have one hold, but are of two clients"));
      } else if (before.granted() < next.asked() && before.token() > next.token()) {
        violations.add(
            GrantOrder.violation(before, next, "are lent from one hold, the tokens fall"));
      }
    }
  }

  private static void newHolds(
      List<Grant> grants, List<Spans.Span> spans, List<Violation> violations) {
    for (Grant next : grants) {
      boolean idle =
          spans.stream()
              .noneMatch(
                  span ->
                      span.op() != next.op()
                          && Ops.sameClient(span.op(), next.op())
                          && span.overlaps(next.asked() - 1, next.granted()));
      Grant before = idle ? highestBefore(next, grants) : null;
      if (before != null && before.token() > next.token()) {
        violations.add(
            GrantOrder.violation(before, next, "are granted one after the other, the tokens fall"));
      }
    }
  }

  private static @Nullable Grant highestBefore(Grant next, List<Grant> grants) {
    return grants.stream()
        .filter(grant -> grant.granted() < next.asked())
        .max(Comparator.comparingLong(Grant::token))
        .orElse(null);
  }
}
