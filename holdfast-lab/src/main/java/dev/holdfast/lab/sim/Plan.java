package dev.holdfast.lab.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that is decided before a run: the machines, what the applications do, what goes wrong.
 * Immutable; a plan with fewer steps or faults is a plan again.
 */
record Plan(long seed, Shape shape, List<Step> steps, List<Fault> faults) {
  /** How long after the last step and the last fault everything is healed at the latest. */
  private static final long AFTERMATH = 300 * VirtualTime.MILLI;

  Plan {
    steps = List.copyOf(steps);
    faults = List.copyOf(faults);
  }

  /**
   * The machines.
   *
   * @param clients how many
   * @param names what is locked
   * @param pushes whether the store pushes
   * @param blocking whether the store says that it blocks
   * @param instant whether messages take no time at all, while no fault concerns them
   * @param driftPpm how much faster or slower a client's clock may run, in millionths
   * @param timeoutNanos after how long a request without an answer fails
   */
  record Shape(
      int clients,
      List<String> names,
      boolean pushes,
      boolean blocking,
      boolean instant,
      int driftPpm,
      long timeoutNanos) {}

  /** When the last fault is over. */
  long healAt() {
    long end = 0;
    for (Fault fault : faults) {
      end = Math.max(end, fault.atNanos() + fault.forNanos());
    }
    return end;
  }

  /** When the applications have begun all they will and all is well. */
  long endsAt() {
    long end = healAt();
    for (Step step : steps) {
      end = Math.max(end, step.atNanos());
    }
    return end + AFTERMATH;
  }

  /** Whether no fault touches this span. */
  boolean isFine(long from, long to) {
    return faults.stream()
        .allMatch(fault -> fault.atNanos() > to || fault.atNanos() + fault.forNanos() < from);
  }

  boolean has(Fault.Kind... kinds) {
    return faults.stream().anyMatch(fault -> List.of(kinds).contains(fault.kind()));
  }

  /** Whether a thread of a user's takes part. */
  boolean hasThreads() {
    return steps.stream().anyMatch(Step::blocks);
  }

  /** Whether a candidate takes part. */
  boolean hasCandidates() {
    return steps.stream().anyMatch(step -> step.side() == Step.Side.LEADER);
  }

  /** Whether nothing goes wrong at all. */
  boolean isCalm() {
    return faults.isEmpty() && steps.stream().noneMatch(step -> step.kind() == Step.Kind.CLOSE);
  }

  /** Whether nothing goes wrong but pushes that get lost. */
  boolean isGentle() {
    return faults.stream().allMatch(fault -> fault.kind() == Fault.Kind.NO_PUSH)
        && steps.stream().noneMatch(step -> step.kind() == Step.Kind.CLOSE);
  }

  Plan withoutSteps(int from, int to) {
    return new Plan(seed, shape, without(steps, from, to), faults);
  }

  Plan withoutFaults(int from, int to) {
    return new Plan(seed, shape, steps, without(faults, from, to));
  }

  private static <T> List<T> without(List<T> all, int from, int to) {
    List<T> rest = new ArrayList<>(all);
    rest.subList(from, Math.min(to, all.size())).clear();
    return rest;
  }

  @Override
  public String toString() {
    String machines = shape.toString().replace("\n", "\\n");
    StringBuilder text = new StringBuilder("seed " + seed + ", " + machines + "\n");
    faults.forEach(fault -> text.append("  fault ").append(fault).append('\n'));
    steps.forEach(step -> text.append("  step ").append(step).append('\n'));
    return text.toString();
  }
}
