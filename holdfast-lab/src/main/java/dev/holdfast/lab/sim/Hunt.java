package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Simulation.Violation;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Looks, from a seed on, for the first one that breaks a rule; of JDK types only, for another class
 * loader.
 */
public final class Hunt implements LongFunction<String> {
  private static final int STEPS = 60;

  private final Simulation simulation;
  private final long first;

  /** A hunt on the store of this name, from this seed on. */
  public Hunt(String store, long first) {
    this.first = first;
    simulation = new Simulation(Simulation.Store.valueOf(store), STEPS);
  }

  /**
   * Runs the seeds from the first to {@code last} until one fails.
   *
   * @return the seed, the rule and what happened, with tabs in between; empty if none fails
   */
  @Override
  public String apply(long last) {
    for (long seed = first; seed <= last; seed++) {
      Optional<Violation> violation = simulation.run(seed);
      if (violation.isPresent()) {
        return seed + "\t" + violation.get().rule() + "\t" + violation.get().what();
      }
    }
    return "";
  }
}
