package dev.holdfast.benchmarks.figure;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A kind of number that a scenario measures, once in every round.
 *
 * @param id what it is called in {@code bars.json} and in JSON output
 * @param heading what it is called in tables
 * @param format how {@link String#format} shows it
 * @param worst whether the largest of the rounds stands for all, and not their median
 */
public record Figure(String id, String heading, String format, boolean worst) {
  public static final Figure RATE = of("rate", "locks/s", "%,.0f");
  public static final Figure P50 = of("p50", "p50 µs", "%,.0f");
  public static final Figure P99 = of("p99", "p99 µs", "%,.0f");
  public static final Figure MAX = new Figure("max", "max µs", "%,.0f", true);

  /** Commands that the client sent. */
  public static final Figure COMMANDS = of("commands", "commands /lock", "%.2f");

  /** Commands that scripts called on the server. */
  public static final Figure SCRIPT_CALLS = of("scriptCalls", "in scripts /lock", "%.2f");

  public static final Figure CLIENT_CPU = of("clientCpu", "client CPU s", "%.2f");
  public static final Figure SERVER_CPU = of("serverCpu", "server CPU s", "%.2f");

  /** The largest share of a process (or of a thread, if there is one process) over the smallest. */
  public static final Figure FAIRNESS = of("fairness", "share ratio", "%.2f");

  /** Of all locks, the part that went to somebody else than the lock before. */
  public static final Figure CHANGES = of("changes", "changed hands", "%.2f");

  /** Locks that went to somebody else than the lock before. */
  public static final Figure TURNS = of("turns", "turns /s", "%,.0f");

  /** A figure of which the median over the rounds counts. */
  public static Figure of(String id, String heading, String format) {
    return new Figure(id, heading, format, false);
  }

  /** What stands for the values of all rounds. */
  double summary(List<Double> values) {
    return worst ? Collections.max(values) : median(values);
  }

  public String text(double value) {
    return String.format(Locale.ROOT, format, value);
  }

  public static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
