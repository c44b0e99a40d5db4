package dev.holdfast.lab.sim;

import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Leaves out of a failing plan whatever it fails without. */
final class Shrinker {
  private static final int MOST_TRIES = 3_000;

  private final Predicate<Plan> fails;
  private int tries;

  private Shrinker(Predicate<Plan> fails) {
    this.fails = fails;
  }

  static Plan shrink(Plan plan, Predicate<Plan> fails) {
    Shrinker shrinker = new Shrinker(fails);
    Plan small = plan;
    int before;
    do {
      before = small.steps().size() + small.faults().size();
      small =
          shrinker.without(small, p -> p.faults().size(), (p, r) -> p.withoutFaults(r.from, r.to));
      small =
          shrinker.without(small, p -> p.steps().size(), (p, r) -> p.withoutSteps(r.from, r.to));
    } while (small.steps().size() + small.faults().size() < before);
    return small;
  }

  private record Range(int from, int to) {}

  /** Leaves out halves, quarters, … single ones. */
  private Plan without(
      Plan plan, ToIntFunction<Plan> size, BiFunction<Plan, Range, Plan> leaveOut) {
    Plan small = plan;
    for (int chunk = Math.max(1, size.applyAsInt(plan) / 2); chunk >= 1; chunk /= 2) {
      int from = 0;
      while (from < size.applyAsInt(small)) {
        Plan smaller = leaveOut.apply(small, new Range(from, from + chunk));
        if (tries++ < MOST_TRIES && fails.test(smaller)) {
          small = smaller;
        } else {
          from += chunk;
        }
      }
    }
    return small;
  }
}
