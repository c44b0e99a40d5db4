package dev.holdfast.lab.replay;

import dev.holdfast.lab.check.Register;
import java.util.List;

/**
 * What a replay came to.
 *
 * @param pauses how often a process was stopped
 * @param acknowledged updates that the resource took
 * @param lost those of them that the counter does not show at the end
 * @param stale writes that undid others
 * @param refused sections that the resource refused
 * @param givenUp sections that were broken off, as the lock said that it did not hold any more
 */
public record Outcome(
    Contender contender,
    int pauses,
    long acknowledged,
    long lost,
    long stale,
    long refused,
    long givenUp) {

  static Outcome of(
      Contender contender, int pauses, List<Register.Entry> entries, long refused, long givenUp) {
    long acknowledged = 0;
    long stale = 0;
    long value = 0;
    for (Register.Entry entry : entries) {
      if (entry.what() == Register.What.WRITE) {
        acknowledged++;
        stale += entry.value() == value + 1 ? 0 : 1;
        value = entry.value();
      }
    }
    return new Outcome(
        contender, pauses, acknowledged, acknowledged - value, stale, refused, givenUp);
  }

  /** Of a hundred acknowledged updates, so many are lost. */
  public double percent() {
    return acknowledged == 0 ? 0 : 100.0 * lost / acknowledged;
  }
}
