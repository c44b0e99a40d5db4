package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.jmh.JmhRun;
import dev.holdfast.benchmarks.report.Bar.Verdict;
import dev.holdfast.benchmarks.report.Bar.Verdict.Kind;
import dev.holdfast.benchmarks.report.Bars;
import dev.holdfast.benchmarks.report.BenchmarkPage;
import dev.holdfast.benchmarks.report.JsonReport;
import dev.holdfast.benchmarks.report.Machine;
import dev.holdfast.benchmarks.report.TextReport;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Progress;
import dev.holdfast.benchmarks.run.Repository;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.scenario.Scenarios;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program {@code bench}. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures Holdfast beside other ways of locking: real processes, a real Redis server, every"
          + " contender in turn in the same run.",
      "Without scenarios it measures all of them. --jmh as the first word runs JMH on the engine's",
      "own paths instead; what follows are a pattern and JMH's options."
    })
public final class Bench implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final double QUICK_SECONDS = 0.8;

  @Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Parameters(paramLabel = "SCENARIO", description = "P1, P1L, … (see --list).")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "ROW",
      description = {
        "Measure these rows alone, beside each scenario's baseline; and all of Holdfast's, unless",
        "one of them is named here."
      })
  private List<String> peers = new ArrayList<>();

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "A running server to measure on; else one is started, and stopped at the end.")
  private @Nullable String redis;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How long one turn of one contender takes (${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "11",
      description = "How many turns each contender has (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Measure with these numbers of threads, where a scenario has several.")
  private Set<Integer> threads = new HashSet<>();

  @Option(
      names = "--older",
      paramLabel = "COMMIT",
      defaultValue = OlderLibrary.COMMIT,
      description = "Whose library the rows older-… measure (${DEFAULT-VALUE}).")
  private String older = OlderLibrary.COMMIT;

  @Option(
      names = "--quick",
      description = {
        "Short turns, for a look while one works: with one number of threads, a scenario of the",
        "network takes less than a minute."
      })
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write every figure of every round to this file, or to standard output (-).")
  private @Nullable String json;

  @Option(
      names = "--check",
      description =
          "Measure what bars.json compares, and exit with 1 if a bar is missed (with 0 if none).")
  private boolean check;

  @Option(
      names = "--page",
      description =
          "Measure what docs/benchmarks.md shows, and write the run beside it, and its figures into"
              + " it.")
  private boolean page;

  @Option(
      names = "--draw",
      description =
          "Write the figures of the run beside docs/benchmarks.md into it; measure nothing.")
  private boolean draw;

  @Option(names = "--list", description = "List scenarios and contenders, and measure nothing.")
  private boolean list;

  private Bench() {}

  /** Exits with 1 if a bar was checked and missed, with 2 if the arguments make no sense. */
  public static void main(String[] arguments) {
    if (arguments.length > 0 && arguments[0].equals("--jmh")) {
      System.exit(JmhRun.run(Arrays.copyOfRange(arguments, 1, arguments.length)));
    }
    System.exit(
        new CommandLine(new Bench())
            .setUsageHelpWidth(96)
            .setOut(new java.io.PrintWriter(standardOutput(), true, StandardCharsets.UTF_8))
            .execute(arguments));
  }

  private static PrintStream standardOutput() {
    return new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  }

  @Override
  public Integer call() throws Exception {
    PrintStream out = standardOutput();
    if (list) {
      list(out);
      return 0;
    }
    if (draw) {
      BenchmarkPage.write(Repository.root());
      return 0;
    }
    if (page) {
      askForThePage();
    }
    List<Scenario> chosen = chosen();
    Bars bars = Bars.read(Repository.root().resolve("bars.json"));
    Path folder = Files.createTempDirectory("holdfast-bench-");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    try (RedisServer server =
        redis == null ? RedisServer.startWithLocalAddress(folder) : RedisServer.given(redis)) {
      return measure(chosen, bars, server, folder, out);
    }
  }

  private void askForThePage() {
    ids = List.copyOf(BenchmarkPage.scenarios());
    threads = BenchmarkPage.threads();
    json = BenchmarkPage.run(Repository.root()).toString();
  }

  private int measure(
      List<Scenario> chosen, Bars bars, RedisServer server, Path folder, PrintStream out)
      throws Exception {
    boolean quiet = "-".equals(json);
    PrintStream tables = quiet ? System.err : out;
    Progress progress = new Progress(System.err, ofTerminal("2"));
    Machine machine = Machine.here(server);
    tables.println(machine.line());
    JsonReport report = new JsonReport(machine);
    List<Verdict> all = new ArrayList<>();
    for (Scenario scenario : chosen) {
      Figures figures = new Figures();
      Set<String> wanted = wanted(scenario, bars);
      try (Run run = run(server, wanted, progress, folder)) {
        scenario.measure(run, figures);
      }
      progress.clear();
      List<Verdict> verdicts =
          bars.of(scenario).stream()
              .map(bar -> bar.judge(figures))
              .filter(verdict -> threads.isEmpty() || verdict.kind() != Kind.NOT_MEASURED)
              .toList();
      tables.println();
      tables.print(new TextReport(scenario, figures).text(verdicts));
      report.add(scenario, figures, verdicts);
      all.addAll(verdicts);
    }
    write(report, out);
    if (page) {
      BenchmarkPage.write(Repository.root());
    }
    return check ? conclude(all, tables) : 0;
  }

  private Run run(RedisServer server, Set<String> wanted, Progress progress, Path folder) {
    double turn = quick ? QUICK_SECONDS : seconds;
    Run.Choice choice = new Run.Choice(wanted, threads, new OlderLibrary(Repository.root(), older));
    return new Run(server, turn, rounds, choice, progress, folder);
  }

  /** Whether a standard stream goes to a terminal, which the launcher finds out. */
  private static boolean ofTerminal(String stream) {
    return System.getProperty("holdfast.terminals", "").contains(stream);
  }

  /** Empty for everything. */
  private Set<String> wanted(Scenario scenario, Bars bars) {
    if (page) {
      return BenchmarkPage.rows(scenario);
    }
    if (!peers.isEmpty()) {
      Set<String> rows = new HashSet<>(peers);
      rows.add(scenario.baseline());
      if (rows.stream().noneMatch(Bench::isOurs)) {
        scenario.rows().stream().filter(Bench::isOurs).forEach(rows::add);
      }
      return rows;
    }
    return check ? bars.rows(scenario) : Set.of();
  }

  private static boolean isOurs(String row) {
    return row.startsWith("holdfast");
  }

  private void write(JsonReport report, PrintStream out) throws IOException {
    if ("-".equals(json)) {
      out.println(report.text());
    } else if (json != null) {
      Files.writeString(Path.of(json), report.text());
    }
  }

  private static int conclude(List<Verdict> verdicts, PrintStream out) {
    long passed = count(verdicts, Verdict.Kind.PASSED);
    long failed = count(verdicts, Verdict.Kind.FAILED);
    long left = verdicts.size() - passed - failed;
    out.println();
    if (left > 0) {
      out.println(left + " bars were not measured: their contenders were not asked for");
    }
    out.println(passed + " passed, " + failed + " failed");
    return failed == 0 ? 0 : FAILED;
  }

  private static long count(List<Verdict> verdicts, Verdict.Kind kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
  }

  private List<Scenario> chosen() {
    List<Scenario> chosen = new ArrayList<>();
    for (String id : ids) {
      chosen.add(
          Scenarios.all().stream()
              .filter(scenario -> scenario.id().equals(id.toUpperCase(Locale.ROOT)))
              .findFirst()
              .orElseThrow(() -> wrong("there is no scenario '" + id + "'; see --list")));
    }
    for (String peer : peers) {
      if (Scenarios.all().stream()
          .noneMatch(
              scenario -> scenario.rows().stream().anyMatch(row -> Run.isNamed(row, peer)))) {
        throw wrong("no scenario has a row '" + peer + "'; see --list");
      }
    }
    return chosen.isEmpty() ? Scenarios.all() : chosen;
  }

  private RuntimeException wrong(String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new ParameterException(spec.commandLine(), message);
  }

  private static void list(PrintStream out) {
    List<String> present = Contenders.ids();
    for (Scenario scenario : Scenarios.all()) {
      out.printf("%-4s %s%n", scenario.id(), scenario.title());
      out.println("     " + String.join(", ", scenario.rows()));
    }
    List<String> absent =
        Scenarios.contenders().stream()
            .filter(id -> !present.contains(OlderLibrary.contender(id)))
            .toList();
    if (!absent.isEmpty()) {
      out.println("not in this build: " + String.join(", ", absent));
    }
  }

  private static void delete(Path folder) {
    try {
      Run.delete(folder);
    } catch (IOException inUse) {
      // It is in the system's folder for what may be deleted.
    }
  }
}
