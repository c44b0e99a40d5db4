package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.LockedRun;
import dev.holdfast.cli.run.Wording;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import dev.holdfast.spi.LockFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast break}. */
@Command(
    sortOptions = false,
    name = "break",
    header = "End the hold on a name by force, or all shared holds.",
    description = {
      "",
      "The holder is told (over Redis at once, over SQLite within about two seconds), and 'holdfast"
          + " run' then stops its command (see its --on-loss). But it may be in the middle of a"
          + " write when it hears of it, and the next holder may start at once: only a resource"
          + " that checks tokens is safe from that.",
      "",
      "It also puts a name right from which no token can be made any more, because a clock was"
          + " years ahead; where nothing holds the name, with --yes.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 the hold was ended or the name put right, 1 the name was not held",
      "or the answer was no, 64 the command line is wrong, 69 the store cannot be",
      "reached.",
      "",
      "Examples:",
      "    holdfast break backup",
      "    holdfast break --yes backup        asks nothing",
      "    holdfast break backup --reason 'its host is gone'"
    })
final class BreakCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "NAME", description = "What is locked.")
  String name = "";

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  boolean yes;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Keep in the store who ended it and why, up to 200 bytes; 'show' tells it.")
  @Nullable String reason;

  @Option(names = "--json", description = "Print a JSON object that says what was ended.")
  boolean json;

  @Mixin CommonOptions common = new CommonOptions();

  BreakCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    LockedRun.checkName(name);
    if (!yes && !terminal.canAsk()) {
      throw CliException.usage(
          "there is no terminal to ask on; add --yes to break the hold unasked");
    }
    try (Connection connection = common.connect(terminal)) {
      return end(connection.holdfast());
    } catch (StoreException error) {
      throw Connection.failure(error);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private int end(Holdfast holdfast) throws IOException {
    LockInfo info;
    try {
      info = holdfast.inspect(name);
    } catch (StoreException told) {
      if (told.isTransient()) {
        throw told;
      }
      return putRight(holdfast, told);
    }
    if (info.isHeld() && !yes) {
      terminal.say(Wording.taken(info) + "; its work may be under way.");
      if (!terminal.ask(info.holds().size() > 1 ? "End these holds?" : "End this hold?")) {
        terminal.say("left as it is");
        return ExitCodes.NOTHING_TO_DO;
      }
    }
    // A name that is free may have a stamp that none can follow. A hold that has come since is for
    // the user to agree to.
    boolean broken = (info.isHeld() || yes) && breakHold(holdfast);
    if (json) {
      terminal.out().println(LockReport.json(report(broken, info)));
    } else if (broken && !info.isHeld()) {
      terminal.say(Text.quoted(name) + " can be locked again");
    } else if (broken) {
      terminal.say("ended the hold of " + Wording.holders(info) + " on " + Text.quoted(name));
    } else {
      terminal.say(Text.quoted(name) + " is not held");
    }
    return broken ? ExitCodes.OK : ExitCodes.NOTHING_TO_DO;
  }

  private boolean breakHold(Holdfast holdfast) {
    try {
      return reason == null ? holdfast.breakHold(name) : holdfast.breakHold(name, reason);
    } catch (IllegalArgumentException | UnsupportedOperationException refused) {
      throw CliException.usage(String.valueOf(refused.getMessage()));
    }
  }

  /** Ends whatever holds a name of which the store can tell no holds, and says why it cannot. */
  private int putRight(Holdfast holdfast, StoreException why) throws IOException {
    terminal.say(String.valueOf(why.getMessage()));
    if (!yes && !terminal.ask("End what holds it, if anything does, and put the name right?")) {
      terminal.say("left as it is");
      return ExitCodes.NOTHING_TO_DO;
    }
    boolean broken = breakHold(holdfast);
    if (json) {
      terminal
          .out()
          .println(LockReport.json(report(broken, new LockInfo(name, List.of(), List.of()))));
    } else {
      terminal.say(Text.quoted(name) + (broken ? " can be locked again" : " is as it was"));
    }
    return broken ? ExitCodes.OK : ExitCodes.NOTHING_TO_DO;
  }

  private Map<String, @Nullable Object> report(boolean broken, LockInfo info) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("name", name);
    report.put("broken", broken);
    report.put("hold", broken ? info.hold().map(LockFields::of).orElse(null) : null);
    report.put("holds", broken ? info.holds().stream().map(LockFields::of).toList() : List.of());
    return report;
  }
}
