package dev.holdfast.lab.score;

import java.util.Locale;

/**
 * One line of the scorecard.
 *
 * @param measure the measurement that it is of
 * @param what what was looked at
 * @param seen the figures
 * @param target what they should be
 * @param met whether they are
 * @param timed whether a machine that is too busy can be to blame if they are not
 */
public record Score(
    String measure, String what, String seen, String target, boolean met, boolean timed) {
  /** One line, in columns. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%-8s %-52s %-58s %-28s %s",
        measure,
        what,
        seen,
        target,
        met ? "ok" : "MISSED");
  }
}
