package dev.holdfast.cli;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.run.LockTable;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import dev.holdfast.cli.store.Survey;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast list}. */
@Command(
    sortOptions = false,
    name = "list",
    header = "List the names that are held or waited for.",
    description = "",
    footer = {
      "",
      "Examples:",
      "    holdfast list",
      "    holdfast list --store redis://cache:6379 --json | jq -r '.[].name'"
    })
final class ListCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--json", description = "Print an array of JSON objects, as of 'show --json'.")
  boolean json;

  @Option(names = "--limit", paramLabel = "N", description = "Show N names at most. Default: 1000.")
  int limit = 1000;

  @Mixin CommonOptions common = new CommonOptions();

  ListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw CliException.usage("--limit should be 1 or more, but it is " + limit);
    }
    try (Connection connection = common.connect(terminal)) {
      Survey survey = Survey.of(connection.holdfast(), "", limit);
      List<LockInfo> locks = survey.locks();
      boolean allRead = survey.unreadable().isEmpty();
      if (json) {
        terminal.out().println(LockReport.json(locks.stream().map(LockReport::of).toList()));
      } else if (locks.isEmpty() && allRead) {
        terminal.say("nothing is held or waited for in " + connection.shown());
      } else if (!locks.isEmpty()) {
        print(locks);
      }
      survey.remarks().forEach(terminal::say);
      return allRead ? ExitCodes.OK : ExitCodes.STORE;
    } catch (StoreException error) {
      throw Connection.failure(error);
    }
  }

  private void print(List<LockInfo> locks) {
    List<String> lines = LockTable.lines(locks);
    Ansi ansi = terminal.coloursOutput() ? Ansi.ON : Ansi.OFF;
    terminal.out().println(ansi.string("@|bold " + lines.get(0) + "|@"));
    lines.stream().skip(1).forEach(terminal.out()::println);
  }
}
