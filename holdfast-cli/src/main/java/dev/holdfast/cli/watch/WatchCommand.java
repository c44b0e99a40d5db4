package dev.holdfast.cli.watch;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.LockTable;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import dev.holdfast.cli.store.Survey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast watch}. */
@Command(
    sortOptions = false,
    name = "watch",
    header = "Watch the names that are held or waited for, the most wanted first.",
    description = {
      "",
      "In a terminal the screen is drawn anew with each look; q ends it. Elsewhere, each look prints "
          + "a line for each name, with the time before it. A store that does not answer is asked "
          + "again at the next look. Each look reads every name: let it be seconds where there are "
          + "thousands.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "    holdfast watch",
      "    holdfast watch invoice: --every 5s",
      "    holdfast watch --json --times 1 | jq '.locks | length'"
    })
public final class WatchCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PREFIX",
      description = "Only names that begin so.")
  String prefix = "";

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "How long to wait between two looks: 100ms or more. Default: 1s.")
  Duration every = Duration.ofSeconds(1);

  @Option(names = "--times", paramLabel = "N", description = "End after N looks.")
  long times = Long.MAX_VALUE;

  @Option(
      names = "--json",
      description = "Print a JSON object for each look, each on a line of its own.")
  boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Look at N names at most. Default: 1000.")
  int limit = 1000;

  @Mixin CommonOptions common = new CommonOptions();

  /** Watches for this terminal. */
  public WatchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (every.compareTo(SHORTEST) < 0) {
      throw CliException.usage(
          "--every should be 100ms or more, but it is " + Durations.show(every));
    }
    if (times < 1 || limit < 1) {
      throw CliException.usage("--times and --limit should be 1 or more");
    }
    try (Connection connection = common.connect(terminal)) {
      if (terminal.isOutput() && !json) {
        watch(connection);
      } else {
        print(connection);
      }
    }
    return ExitCodes.OK;
  }

  /** On a screen. */
  private void watch(Connection connection) throws InterruptedException {
    try (Screen screen = new Screen(terminal)) {
      for (long look = 0; look < times; look++) {
        if (look > 0 && screen.quitsWithin(every.toMillis())) {
          return;
        }
        screen.show(drawn(connection));
      }
    }
  }

  private List<String> drawn(Connection connection) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "holdfast watch "
            + Text.visible(connection.shown())
            + ", every "
            + Durations.show(every)
            + ", at "
            + now()
            + "; q quits");
    lines.add("");
    try {
      Survey survey = survey(connection.holdfast());
      List<LockInfo> locks = Contention.sorted(survey.locks());
      if (locks.isEmpty()) {
        lines.add("nothing is held or waited for");
      } else {
        List<String> table = LockTable.lines(locks);
        lines.add(
            (terminal.coloursOutput() ? Ansi.ON : Ansi.OFF)
                .string("@|bold " + table.get(0) + "|@"));
        lines.addAll(table.subList(1, table.size()));
      }
      lines.addAll(survey.remarks());
    } catch (StoreException error) {
      lines.add(trouble(error));
    }
    return lines;
  }

  /** As lines. */
  private void print(Connection connection) throws InterruptedException {
    for (long look = 0; look < times && !terminal.out().checkError(); look++) {
      if (look > 0) {
        TimeUnit.NANOSECONDS.sleep(every.toNanos());
      }
      String at = now();
      try {
        Survey survey = survey(connection.holdfast());
        if (json) {
          terminal.out().println(LockReport.line(report(at, survey)));
        } else {
          lines(survey).forEach(line -> terminal.out().println(at + "  " + line));
        }
        survey.remarks().forEach(terminal::say);
      } catch (StoreException error) {
        terminal.say(trouble(error));
      }
      terminal.out().flush();
    }
  }

  private static List<String> lines(Survey survey) {
    List<LockInfo> locks = Contention.sorted(survey.locks());
    List<String> table = LockTable.lines(locks);
    return locks.isEmpty()
        ? List.of("nothing is held or waited for")
        : table.subList(1, table.size());
  }

  private static Map<String, @Nullable Object> report(String at, Survey survey) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("at", at);
    report.put("locks", Contention.sorted(survey.locks()).stream().map(LockReport::of).toList());
    return report;
  }

  private Survey survey(Holdfast holdfast) {
    return Survey.of(holdfast, prefix, limit);
  }

  private static String trouble(StoreException error) {
    return "the store did not answer: " + Text.visible(String.valueOf(error.getMessage()));
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
