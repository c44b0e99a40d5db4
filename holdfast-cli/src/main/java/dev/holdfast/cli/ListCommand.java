package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Table;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.Wording;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      Holdfast holdfast = connection.holdfast();
      List<LockInfo> locks = new ArrayList<>();
      Map<String, StoreException> unreadable = new LinkedHashMap<>();
      List<String> names = holdfast.names(limit);
      for (String name : names) {
        look(holdfast, name, locks, unreadable);
      }
      if (json) {
        terminal.out().println(LockReport.json(locks.stream().map(LockReport::of).toList()));
      } else if (locks.isEmpty() && unreadable.isEmpty()) {
        terminal.say("nothing is held or waited for in " + connection.shown());
      } else if (!locks.isEmpty()) {
        print(locks);
      }
      unreadable.forEach(
          (name, error) ->
              terminal.say(
                  Text.visible(name)
                      + " cannot be read: "
                      + Text.visible(String.valueOf(error.getMessage()))));
      if (names.size() == limit) {
        terminal.say("there may be more than these; see --limit");
      }
      return unreadable.isEmpty() ? ExitCodes.OK : ExitCodes.STORE;
    } catch (StoreException error) {
      throw Connection.failure(error);
    }
  }

  /** What stays unreadable is one name's trouble; what may pass by itself is the store's. */
  private static void look(
      Holdfast holdfast,
      String name,
      List<LockInfo> locks,
      Map<String, StoreException> unreadable) {
    try {
      LockInfo info = holdfast.inspect(name);
      if (info.isHeld() || !info.waiters().isEmpty()) {
        locks.add(info);
      }
    } catch (StoreException error) {
      if (error.isTransient()) {
        throw error;
      }
      unreadable.put(name, error);
    }
  }

  private void print(List<LockInfo> locks) {
    Table table = new Table().row("NAME", "HOLDER", "FOR", "LEASE", "WAITING");
    for (LockInfo lock : locks) {
      String waiting = Integer.toString(lock.waiters().size());
      lock.hold()
          .ifPresentOrElse(
              hold ->
                  table.row(
                      Text.visible(lock.name()),
                      hold.kept() ? "kept after its release" : Wording.holders(lock),
                      Durations.show(Wording.since(hold.since())),
                      Durations.show(hold.remaining()),
                      waiting),
              () -> table.row(Text.visible(lock.name()), "-", "-", "-", waiting));
    }
    List<String> lines = table.lines();
    Ansi ansi = terminal.coloursOutput() ? Ansi.ON : Ansi.OFF;
    terminal.out().println(ansi.string("@|bold " + lines.get(0) + "|@"));
    lines.stream().skip(1).forEach(terminal.out()::println);
  }
}
