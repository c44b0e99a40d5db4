package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import java.util.List;
import java.util.Set;

/**
 * What a control is charged with.
 *
 * @param lock the control
 * @param flaw what it does wrong
 * @param fault what brings it out
 * @param checks which checks may convict it of that; others may find more
 */
public record Charge(String lock, String flaw, Fault fault, Set<String> checks) {
  private static final Set<String> TWO_HOLDERS = Set.of("C2");
  private static final Set<String> STALE_WRITE = Set.of("C1", "SET");

  public Charge {
    checks = Set.copyOf(checks);
  }

  private static Charge charge(String lock, String flaw, String fault, Set<String> checks) {
    return new Charge(lock, flaw, Faults.named(fault), checks);
  }

  /** All charges. Work that takes longer than the lease is part of the load, also in the calm. */
  public static List<Charge> all() {
    return List.of(
        charge("d1", "looks, then sets", "calm", TWO_HOLDERS),
        charge("d5", "deletes what may be another's", "calm", TWO_HOLDERS),
        charge("d6", "writes after its lease is over", "stop-client", STALE_WRITE));
  }

  /** The charge against this control. */
  public static Charge against(String lock) {
    return all().stream()
        .filter(charge -> charge.lock().equals(lock))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no charge against " + lock));
  }

  /** Whether an episode proves it. */
  boolean isProvenBy(Verdict verdict) {
    return verdict.violations().stream().anyMatch(v -> checks.contains(v.check()));
  }
}
