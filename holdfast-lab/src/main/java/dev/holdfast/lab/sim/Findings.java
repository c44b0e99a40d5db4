package dev.holdfast.lab.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules that were broken in a run. */
final class Findings {
  private final VirtualTime time;
  private final Trace trace;
  private final List<Finding> all = new ArrayList<>();

  Findings(VirtualTime time, Trace trace) {
    this.time = time;
    this.trace = trace;
  }

  /**
   * A rule that was broken.
   *
   * @param rule the rule's id in docs/SPEC.md; a claim (C1, C2) of docs/reliability.md; or REST,
   *     RESIDUE, ERROR
   */
  record Finding(String rule, String what, long atNanos) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s at %.6f s: %s", rule, atNanos / 1e9, what);
    }
  }

  void add(String rule, String what) {
    Finding finding = new Finding(rule, what, time.now());
    all.add(finding);
    trace.add("CHECK", () -> "*** " + rule + ": " + what);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The finding that came first. */
  Optional<Finding> first() {
    return all.stream().findFirst();
  }
}
