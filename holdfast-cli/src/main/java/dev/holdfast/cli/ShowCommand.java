package dev.holdfast.cli;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.LockedRun;
import dev.holdfast.cli.run.Wording;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import java.io.PrintStream;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast show}. */
@Command(
    sortOptions = false,
    name = "show",
    header = "Show the holders of a name, since when they hold it, and its queue.",
    description = {
      "",
      "What it shows was true when the store was asked. Do not decide by it whether to enter a "
          + "section: that is what 'run' is for.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "    holdfast show backup",
      "    holdfast show backup --json | jq -r .hold.owner.host"
    })
final class ShowCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "NAME", description = "What is locked.")
  String name = "";

  @Option(
      names = "--json",
      description = "Print a JSON object; the token in it is a string, as it has 63 bits.")
  boolean json;

  @Mixin CommonOptions common = new CommonOptions();

  ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    LockedRun.checkName(name);
    try (Connection connection = common.connect(terminal)) {
      LockInfo info = connection.holdfast().inspect(name);
      if (json) {
        terminal.out().println(LockReport.json(LockReport.of(info)));
      } else {
        print(info);
      }
      return ExitCodes.OK;
    } catch (StoreException error) {
      throw Connection.failure(error);
    }
  }

  private void print(LockInfo info) {
    PrintStream out = terminal.out();
    String shown = Text.visible(info.name());
    int holders = info.holds().size();
    if (holders == 0) {
      out.println(shown + " is free");
    } else if (info.size() > 0) {
      out.println(shown + " is held: " + Wording.permits(info));
    } else if (holders > 1) {
      out.println(shown + " is held by " + holders + ", shared");
    } else {
      LockInfo.Hold hold = info.holds().get(0);
      String how = hold.kept() ? " is released, but stays taken" : " is held";
      out.println(shown + how + (hold.shared() ? ", shared" : ""));
    }
    info.holds().forEach(hold -> print(out, hold));
    info.releaseRequests()
        .forEach(
            request ->
                out.println(
                    "  asked    "
                        + Durations.show(Wording.since(request.since()))
                        + " ago by "
                        + Wording.owner(request.by())
                        + ": "
                        + Text.visible(request.reason())));
    int place = 0;
    for (Owner waiter : info.waiters()) {
      place++;
      out.println((place == 1 ? "  waiting  " : "           ") + place + ". " + shown(waiter));
    }
    info.breaks().forEach(ended -> print(out, ended));
  }

  private static void print(PrintStream out, LockInfo.Break ended) {
    out.println(
        "  broken   "
            + TIME.format(ended.since().atZone(ZoneId.systemDefault()))
            + " by "
            + Wording.owner(ended.by())
            + (ended.token() == 0 ? "" : ", token " + ended.token())
            + ": "
            + Text.visible(ended.reason()));
  }

  /** Who it is, and what it publishes if it is a candidate in an election, or its note. */
  private static String shown(Owner owner) {
    String data = owner.data().or(owner::note).orElse("");
    return Wording.owner(owner) + (data.isEmpty() ? "" : ": " + Text.visible(data));
  }

  private static void print(PrintStream out, LockInfo.Hold hold) {
    out.println("  holder   " + shown(hold.owner()) + (hold.kept() ? ", released" : ""));
    out.println(
        "  since    "
            + TIME.format(hold.since().atZone(ZoneId.systemDefault()))
            + ", for "
            + Durations.show(Wording.since(hold.since())));
    out.println("  token    " + hold.token());
    if (hold.permits() > 0) {
      out.println("  permits  " + hold.permits());
    }
    out.println(
        (hold.kept() ? "  free in  " : "  lease    ")
            + Durations.show(hold.remaining())
            + (hold.kept() ? "" : " left, unless it is renewed"));
  }
}
