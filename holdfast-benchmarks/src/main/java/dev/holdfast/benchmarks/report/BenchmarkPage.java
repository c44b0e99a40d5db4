package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures that pages show: a table and charts, each between two comments that name it, and all
 * of one run, whose JSON is in {@code docs/benchmarks}. Mermaid draws the charts.
 */
public final class BenchmarkPage {
  static final List<String> PAGES =
      List.of("docs/benchmarks.md", "docs/which-store.md", "docs/zh/which-store.md");
  private static final String RUN = "docs/benchmarks/run.json";
  private static final Pattern GENERATED =
      Pattern.compile("(?s)(<!-- figures: (\\S+) -->\n).*?(<!-- end -->)");

  private static final double MILLIS = 1_000;

  /** A higher load average than this is that of other programs; building this one makes about 1. */
  private static final double QUIET = 1.2;

  private static final String CONTENDED = "P4";
  private static final Map<String, String> CONTENDERS =
      Map.of(
          "jedis-spin", "bare recipe, spinning",
          "redisson", "Redisson",
          "holdfast-jedis", "Holdfast");

  private BenchmarkPage() {}

  /** The scenarios that it shows. */
  public static Set<String> scenarios() {
    return Stream.concat(StoreCost.ALL.stream().map(StoreCost::scenario), Stream.of(CONTENDED))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The rows of a scenario that it shows. */
  public static Set<String> rows(Scenario scenario) {
    Set<String> rows = new LinkedHashSet<>();
    for (StoreCost cost : StoreCost.ALL) {
      if (cost.scenario().equals(scenario.id())) {
        rows.add(cost.row());
        if (cost.over() != null) {
          rows.add(cost.over());
        }
      }
    }
    if (scenario.id().equals(CONTENDED)) {
      rows.addAll(CONTENDERS.keySet());
    }
    return rows;
  }

  /** The numbers of threads in the rows that have one. */
  public static Set<Integer> threads() {
    return StoreCost.ALL.stream()
        .flatMap(cost -> cost.threads().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Where the run is that it shows. */
  public static Path run(Path repository) {
    return repository.resolve(RUN);
  }

  /** Writes the figures of the run into the pages. */
  public static void write(Path repository) throws IOException {
    for (String page : PAGES) {
      Files.writeString(repository.resolve(page), text(repository, page));
    }
  }

  /** A page with the figures of the run. */
  static String text(Path repository, String page) throws IOException {
    RecordedRun run = RecordedRun.read(run(repository));
    Map<String, Function<RecordedRun, String>> parts =
        Map.of(
            "machine", BenchmarkPage::machine,
            "costs", BenchmarkPage::table,
            "ratios", BenchmarkPage::ratios,
            "times",
                recorded ->
                    times(recorded, "A lock and its release by one thread, in milliseconds"),
            "times-zh", recorded -> times(recorded, "单线程一次加锁与释放，毫秒"),
            "contended", BenchmarkPage::contended);
    return GENERATED
        .matcher(Files.readString(repository.resolve(page)))
        .replaceAll(
            part -> {
              Function<RecordedRun, String> written = parts.get(part.group(2));
              if (written == null) {
                throw new IllegalArgumentException(page + " names figures " + part.group(2));
              }
              return Matcher.quoteReplacement(part.group(1) + written.apply(run) + part.group(3));
            });
  }

  private static String machine(RecordedRun run) {
    Map<?, ?> machine = run.machine();
    return format(
        "%s, %d virtual cores, %s, Java %s, Redis %s; load average %.1f at the start.%s%n",
        Fields.text(machine, "cpu"),
        Fields.integer(machine, "cores"),
        Fields.text(machine, "os"),
        Fields.text(machine, "java"),
        Fields.text(machine, "redis"),
        Fields.number(machine, "load"),
        Fields.number(machine, "load") > QUIET
            ? " Other programs ran beside it: a row may be off by a factor of two, in its ratio"
                + " too."
            : "");
  }

  private static String table(RecordedRun run) {
    return StoreCost.HEADING
        + StoreCost.ALL.stream().map(cost -> cost.line(run)).collect(Collectors.joining());
  }

  private static String ratios(RecordedRun run) {
    List<StoreCost> bars = StoreCost.ALL.stream().filter(cost -> !cost.bar().isEmpty()).toList();
    return chart(
        "Rate beside the bare recipe (1 = as fast)",
        "ratio",
        bars.stream().map(StoreCost::bar).toList(),
        bars.stream().map(cost -> format("%.2f", cost.ratio(run, Figure.RATE))).toList());
  }

  private static String times(RecordedRun run, String title) {
    List<StoreCost> bars = StoreCost.ALL.stream().filter(cost -> !cost.bar().isEmpty()).toList();
    return chart(
        title,
        "ms",
        bars.stream().map(StoreCost::bar).toList(),
        bars.stream().map(cost -> format("%.2f", MILLIS / cost.rate(run))).toList());
  }

  private static String contended(RecordedRun run) {
    List<String> rows = List.of("jedis-spin", "redisson", "holdfast-jedis");
    return chart(
        "Locks a second, 4 processes of 4 threads, one name",
        "locks a second",
        rows.stream().map(CONTENDERS::get).toList(),
        rows.stream().map(row -> format("%.0f", run.median(CONTENDED, row, Figure.RATE))).toList());
  }

  private static String chart(String title, String axis, List<String> names, List<String> values) {
    return """
    ```mermaid
    xychart-beta
      title "%s"
      x-axis ["%s"]
      y-axis "%s" 0 --> %s
      bar [%s]
    ```
    """
        .formatted(
            title, String.join("\", \"", names), axis, above(values), String.join(", ", values));
  }

  /** A round number that is a little more than all of them. */
  private static String above(List<String> values) {
    double most = values.stream().mapToDouble(Double::parseDouble).max().orElse(1);
    double step = Math.pow(10, Math.floor(Math.log10(most))) / 5;
    double top = (Math.floor(most / step) + 1) * step;
    return top < 10 ? format("%.1f", top) : format("%.0f", top);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
