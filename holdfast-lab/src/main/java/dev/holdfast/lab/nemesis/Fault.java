package dev.holdfast.lab.nemesis;

import java.util.Set;
import java.util.function.Supplier;

/**
 * A kind of fault.
 *
 * @param id what it is called on the command line
 * @param group what it is listed under
 * @param sentence what happens
 * @param exclusive whether C2 is claimed under it; C1 always is
 * @param make makes one for an episode
 */
public record Fault(
    String id, String group, String sentence, boolean exclusive, Supplier<Nemesis> make) {
  /** Whether nothing is ever wrong: it is the load alone that differs, if anything does. */
  public boolean isHarmless() {
    return Set.of(Faults.CALM, Faults.LONG_WORK, Faults.PATIENCE).contains(id);
  }
}
