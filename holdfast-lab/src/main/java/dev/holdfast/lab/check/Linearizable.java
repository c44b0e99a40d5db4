package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acquiring, trying, renewing and releasing can be put into one order that a lock with growing
 * tokens, or a semaphore, allows, each within the time that it took.
 *
 * <p>A search as Wing and Gong have it, with Lowe's memory of what was tried, name by name: all
 * configurations with the same number of operations done are kept at once, so that those that
 * differ only in the way there meet.
 */
public final class Linearizable implements Check {
  /*
   * The steps are sorted by their earliest moment. A configuration says which are done: all before
   * `first`, and those of the 64 from there on whose bit is set. Next may come each that is not done
   * and did not begin after another that is not done had ended. A step without an end need not come.
   */
  private record Done(int first, long bits, Model state) {}

  private static final int WINDOW = 64;
  private static final int MOST = 20_000;

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    Steps.of(history)
        .forEach(
            (name, steps) -> {
              Violation found = search(name, steps);
              if (found != null) {
                violations.add(found);
              }
            });
    return violations;
  }

  /** Null if an order was found, or the search would have become too wide. */
  private static @Nullable Violation search(int name, List<Step> steps) {
    Set<Done> now = Set.of(new Done(0, 0, Model.free(steps)));
    int farthest = 0;
    while (true) {
      Set<Done> next = new HashSet<>();
      for (Done done : now) {
        if (isComplete(done, steps)) {
          return null;
        }
        farthest = Math.max(farthest, done.first());
        if (!expand(done, steps, next) || next.size() > MOST) {
          return null;
        }
      }
      if (next.isEmpty()) {
        return violation(name, steps, farthest);
      }
      now = next;
    }
  }

  private static boolean isComplete(Done done, List<Step> steps) {
    for (int i = done.first(); i < steps.size(); i++) {
      if (!isDone(done, i) && steps.get(i).to() != Long.MAX_VALUE) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDone(Done done, int step) {
    int bit = step - done.first();
    return bit < 0 || (bit < WINDOW && (done.bits() >>> bit & 1) == 1);
  }

  /** Adds all that may come next; false if the window is too narrow to know. */
  private static boolean expand(Done done, List<Step> steps, Set<Done> next) {
    long end = earliestEnd(done, steps);
    for (int i = done.first(); i < steps.size() && steps.get(i).from() <= end; i++) {
      if (isDone(done, i)) {
        continue;
      }
      if (i - done.first() >= WINDOW) {
        return false;
      }
      Model state = done.state().apply(steps.get(i));
      if (state != null) {
        next.add(with(done, i, state));
      }
    }
    return true;
  }

  /** When the first of those ended that are not done: what began later cannot come before it. */
  private static long earliestEnd(Done done, List<Step> steps) {
    long end = Long.MAX_VALUE;
    for (int i = done.first(); i < steps.size() && steps.get(i).from() <= end; i++) {
      if (!isDone(done, i)) {
        end = Math.min(end, steps.get(i).to());
      }
    }
    return end;
  }

  private static Done with(Done done, int step, Model state) {
    long bits = done.bits() | 1L << (step - done.first());
    int ones = Long.numberOfTrailingZeros(~bits);
    return new Done(done.first() + ones, ones == WINDOW ? 0 : bits >>> ones, state);
  }

  private static Violation violation(int name, List<Step> steps, int farthest) {
    List<Long> ops =
        steps.subList(farthest, Math.min(steps.size(), farthest + 3)).stream()
            .map(Step::op)
            .distinct()
            .toList();
    Step step = steps.get(Math.min(farthest, steps.size() - 1));
    return new Violation(
        "LINEAR",
        "n%d: there is no order of what was done that a lock allows; it ends at %s %s (%s)"
            .formatted(name, step.what(), Ops.text(step.op()), step.want().text()),
        name,
        step.from(),
        ops);
  }
}
