package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * N1: the permits of a name that are claimed at one moment are never more than there were when the
 * last of them were granted, and no two leases have the use of one hold at once; N5: who changes
 * the size of what somebody holds is not told that nobody does.
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
    Sizes sizes = new Sizes(history, new Spans(history));
    byName.values().forEach(grants -> look(grants, sizes, violations));
    resizes(history, byName, violations);
    return violations;
  }

  /** Sweeps by the time of the grants, which they come in: who of those before claims still? */
  private static void look(List<Grant> grants, Sizes sizes, List<Violation> violations) {
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
      int most = most(out, sizes);
      if (sum > most) {
        violations.add(tooMany(out, sum, most, next));
      }
    }
  }

  /** How many there were, at most, when the last of these were granted: those had to fit. */
  private static int most(List<Grant> out, Sizes sizes) {
    List<Sizes.Bound> bounds = out.stream().map(sizes::of).toList();
    long last = bounds.stream().mapToLong(Sizes.Bound::from).max().orElseThrow();
    return bounds.stream()
        .filter(bound -> bound.to() >= last)
        .mapToInt(Sizes.Bound::most)
        .max()
        .orElseThrow();
  }

  private static void resizes(
      History history, Map<Integer, List<Grant>> byName, List<Violation> violations) {
    Map<Long, Event> begun = new HashMap<>();
    for (Event e : history.events()) {
      if (e.kind() == Kind.RESIZE) {
        begun.put(e.op(), e);
      } else if (e.kind() == Kind.RESIZED && e.a() == 0) {
        Event call = begun.getOrDefault(e.op(), e);
        byName.getOrDefault(e.name(), List.of()).stream()
            .filter(g -> g.granted() < call.at() && g.claimed() > e.at())
            .findFirst()
            .ifPresent(holder -> violations.add(notHeld(e, holder)));
      }
    }
  }

  private static Violation notHeld(Event e, Grant holder) {
    return new Violation(
        "N5",
        "n%d: %s was told that nobody holds or waits, while %s held"
            .formatted(e.name(), Ops.text(e.op()), Ops.text(holder.op())),
        e.name(),
        e.at(),
        List.of(holder.op(), e.op()));
  }

  private static Violation tooMany(List<Grant> out, int sum, int most, Grant next) {
    long end = out.stream().mapToLong(Grant::claimed).min().orElseThrow();
    return violation(
        "n%d: %d permits of %d were claimed at once, for %d µs: %s"
            .formatted(
                next.name(),
                sum,
                most,
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
