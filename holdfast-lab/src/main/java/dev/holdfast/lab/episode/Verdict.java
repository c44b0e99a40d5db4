package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.History;
import dev.holdfast.lab.check.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came out of an episode.
 *
 * @param exclusive whether C2 was claimed
 * @param sections how many critical sections there were
 * @param before how many a second before the fault
 * @param after how many a second after it, from the first grant on
 * @param recovery how long it took until work went on
 * @param overrun by how much a timed request took longer than it was given, at most
 * @param violations what should not have happened
 * @param history all that was written down
 */
public record Verdict(
    Plan plan,
    boolean exclusive,
    int sections,
    double before,
    double after,
    Optional<Duration> recovery,
    Duration overrun,
    List<Violation> violations,
    History history) {
  private static final double LEAST = 50;

  /** Whether there was load enough for the episode to say anything. */
  public boolean counts() {
    return before >= LEAST && after >= LEAST;
  }
}
