package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.figure.Figures;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario must reach: a figure of a row, or its ratio to the same figure of another row in
 * the same run, must be at least or at most a limit.
 *
 * @param over the row to compare with; null if the figure stands for itself
 */
public record Bar(
    String scenario,
    String figure,
    String of,
    @Nullable String over,
    boolean atLeast,
    double limit) {

  /** Compares with what was measured. */
  public Verdict judge(Figures figures) {
    for (String row : over == null ? java.util.List.of(of) : java.util.List.of(of, over)) {
      String failure = figures.failures().get(row);
      if (failure != null) {
        return new Verdict(this, Verdict.Kind.FAILED, row + ": " + failure);
      }
    }
    Optional<Double> value = value(figures);
    if (value.isEmpty()) {
      return new Verdict(this, Verdict.Kind.NOT_MEASURED, "not measured");
    }
    boolean reached = atLeast ? value.get() >= limit : value.get() <= limit;
    return new Verdict(
        this, reached ? Verdict.Kind.PASSED : Verdict.Kind.FAILED, number(value.get()));
  }

  private Optional<Double> value(Figures figures) {
    return figures.figures().stream()
        .filter(candidate -> candidate.id().equals(figure))
        .findFirst()
        .flatMap(
            found -> over == null ? figures.summary(of, found) : figures.ratio(of, over, found));
  }

  /** As in "rate of holdfast-jedis at least 4 × redisson". */
  @Override
  public String toString() {
    return figure
        + " of "
        + of
        + (atLeast ? " at least " : " at most ")
        + number(limit)
        + (over == null ? "" : " × " + over);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 1_000 ? "%.3g" : "%,.0f", value);
  }

  /** What became of a bar. */
  public record Verdict(Bar bar, Kind kind, String value) {
    public enum Kind {
      PASSED,
      FAILED,
      NOT_MEASURED;

      String word() {
        return switch (this) {
          case PASSED -> "passed";
          case FAILED -> "FAILED";
          case NOT_MEASURED -> "-";
        };
      }
    }
  }
}
