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
  private static final Set<String> NEVER_FREE = Set.of("W1");
  private static final Set<String> STALE_WRITE = Set.of("C1", "SET");

  public Charge {
    checks = Set.copyOf(checks);
  }

  private static Charge charge(String lock, String flaw, String fault, Set<String> checks) {
    return new Charge(lock, flaw, Faults.named(fault), checks);
  }

  /** All charges. */
  public static List<Charge> all() {
    return List.of(
        charge("d1", "looks, then sets", "calm", TWO_HOLDERS),
        charge("d2", "has no expiry", "long-work+kill-client", NEVER_FREE),
        charge("d3", "has its expiry too late", "slow+client-kill", NEVER_FREE),
        charge("d4", "asks the clients' clocks", "calm", TWO_HOLDERS),
        charge("d5", "deletes what may be another's", "long-work", TWO_HOLDERS),
        charge("d6", "writes after its lease is over", "stop-client", STALE_WRITE),
        charge("d7", "stops all renewals at once", "long-work", TWO_HOLDERS),
        charge("d8", "is not told of its loss", "long-work+stop-each", STALE_WRITE),
        charge("d13-sqlite", "has no expiry", "long-work+kill-client", NEVER_FREE),
        charge("row-sqlite", "has no expiry", "long-work+kill-client", NEVER_FREE));
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
