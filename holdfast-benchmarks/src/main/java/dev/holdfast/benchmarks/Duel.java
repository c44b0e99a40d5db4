package dev.holdfast.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two contenders in turn, round by round in one run, so that a machine that changes its speed
 * changes it for both. The figure is the median of the rounds' ratios.
 */
final class Duel {
  private static final int ROUNDS = 11;

  private final String baselineId;
  private final String oursId;
  private final Section baseline;
  private final Section ours;
  private final double seconds;
  private final PrintStream out;

  Duel(String baselineId, String oursId, String redisUrl, double seconds, PrintStream out) {
    this.baselineId = baselineId;
    this.oursId = oursId;
    this.baseline = Contenders.open(baselineId, redisUrl, 1).section("bench:bare");
    this.ours = Contenders.open(oursId, redisUrl, 1).section("bench:ours");
    this.seconds = seconds;
    this.out = out;
  }

  /** Runs it, prints it, and returns the median ratio of ours to the baseline. */
  double run(String title) throws Exception {
    out.println(title);
    rate(baseline, seconds);
    rate(ours, seconds);
    List<Double> baselines = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      double base = rate(baseline, seconds);
      double rate = rate(ours, seconds);
      baselines.add(base);
      rates.add(rate);
      ratios.add(rate / base);
      out.print(
          String.format(
              Locale.ROOT, "\r  round %d of %d, ratio %.2f ", round, ROUNDS, rate / base));
      out.flush();
    }
    out.println();
    print(baselineId, "/s", baselines, "%,.0f");
    print(oursId, "/s", rates, "%,.0f");
    print("ratio", "", ratios, "%.2f");
    return median(ratios);
  }

  private static double rate(Section section, double seconds) throws Exception {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    long count = 0;
    long now = start;
    while (now < end) {
      section.enter();
      section.leave();
      count++;
      now = System.nanoTime();
    }
    return count * 1e9 / (now - start);
  }

  private void print(String what, String unit, List<Double> figures, String form) {
    String line = "  %-46s median " + form + "%s (from " + form + " to " + form + ")%n";
    out.printf(
        Locale.ROOT,
        line,
        what,
        median(figures),
        unit,
        figures.stream().min(Double::compare).orElseThrow(),
        figures.stream().max(Double::compare).orElseThrow());
  }

  private static double median(List<Double> figures) {
    return figures.stream().sorted().toList().get(figures.size() / 2);
  }
}
