package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Findings.Finding;
import dev.holdfast.lab.sim.Run.Outcome;
import java.util.List;
import java.util.Optional;

/** Runs seeds on a store, and makes failing ones short. */
public final class Simulation {
  private static final CaughtErrors CAUGHT = CaughtErrors.listening();

  private final Store store;
  private final int steps;

  /** What is simulated behind the network. */
  public enum Store {
    /** The reference store. */
    MEMORY,
    /** The Redis protocol and its scripts, on a small Redis. */
    REDIS
  }

  /**
   * A simulation.
   *
   * @param steps how many things the applications of a run do
   */
  public Simulation(Store store, int steps) {
    this.store = store;
    this.steps = steps;
  }

  /**
   * A rule that a seed broke.
   *
   * @param rule its id
   * @param what what happened
   */
  public record Violation(long seed, String rule, String what) {
    @Override
    public String toString() {
      return "seed " + seed + ": " + what;
    }
  }

  /** Runs one seed; returns what it broke. */
  public Optional<Violation> run(long seed) {
    return run(plan(seed), false)
        .finding()
        .map(finding -> new Violation(seed, finding.rule(), finding.toString()));
  }

  /** Everything that happens with a seed, line by line. */
  public List<String> trace(long seed) {
    return run(plan(seed), true).timeline();
  }

  /** A failing seed as a short history that a person can read; empty if it does not fail. */
  public Optional<String> explain(long seed) {
    Plan plan = plan(seed);
    Optional<Finding> finding = run(plan, false).finding();
    if (finding.isEmpty()) {
      return Optional.empty();
    }
    String rule = finding.get().rule();
    Plan small =
        Shrinker.shrink(
            plan,
            smaller ->
                run(smaller, false).finding().filter(f -> f.rule().equals(rule)).isPresent());
    Outcome outcome = run(small, true);
    return Optional.of(
        small
            + "\n"
            + String.join("\n", outcome.timeline())
            + "\n\n"
            + outcome.finding().map(Finding::toString).orElse("it does not fail when traced")
            + "\n("
            + small.steps().size()
            + " of "
            + plan.steps().size()
            + " steps and "
            + small.faults().size()
            + " of "
            + plan.faults().size()
            + " faults are enough)\n");
  }

  private Plan plan(long seed) {
    return PlanMaker.plan(seed, steps);
  }

  private Outcome run(Plan plan, boolean traced) {
    return CAUGHT.failing(() -> new Run(plan, maker(), traced).go());
  }

  private Run.BackendMaker maker() {
    return switch (store) {
      case MEMORY ->
          (network, shape, server, findings) -> new MemoryBackend(network, shape, server);
      case REDIS -> RedisBackend::new;
    };
  }
}
