package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.LockedRun;
import dev.holdfast.cli.run.Wording;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast ask}. */
@Command(
    sortOptions = false,
    name = "ask",
    header = "Ask the holders of a name to release it.",
    description = {
      "",
      "A message, not a right: a program hears it if it has asked its lease for such requests, and"
          + " decides itself. 'holdfast show' tells of it. To end a hold by force is what 'break' is"
          + " for.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 the holders that were asked have released it, or it was not held,",
      "1 they hold it still, 64 the command line is wrong, 69 the store cannot be",
      "reached.",
      "",
      "Examples:",
      "    holdfast ask backup --reason 'the disk is replaced at noon'",
      "    holdfast ask backup --for 1m && holdfast run backup -- ./replace-disk"
    })
final class AskCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 200;

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "NAME", description = "What is locked.")
  String name = "";

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "What the holders are told, up to 200 bytes.")
  String reason = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to wait until it is released. Default: 10s.")
  Duration time = Duration.ofSeconds(10);

  @Mixin CommonOptions common = new CommonOptions();

  AskCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    LockedRun.checkName(name);
    try (Connection connection = common.connect(terminal)) {
      return ask(connection.holdfast(), System.nanoTime() + time.toNanos());
    } catch (StoreException error) {
      throw Connection.failure(error);
    }
  }

  private int ask(Holdfast holdfast, long deadline) throws InterruptedException {
    LockInfo asked = holdfast.inspect(name);
    if (!holdfast.requestRelease(name, reason)) {
      terminal.say(Text.quoted(name) + " is not held");
      return ExitCodes.OK;
    }
    terminal.say("asked " + Wording.holders(asked) + " to release " + Text.quoted(name));
    List<Long> tokens = tokens(asked);
    while (tokens(holdfast.inspect(name)).stream().anyMatch(tokens::contains)) {
      if (System.nanoTime() - deadline >= 0) {
        terminal.say(Text.quoted(name) + " is held still");
        return ExitCodes.NOTHING_TO_DO;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    terminal.say("released");
    return ExitCodes.OK;
  }

  private static List<Long> tokens(LockInfo info) {
    return info.holds().stream().filter(hold -> !hold.kept()).map(LockInfo.Hold::token).toList();
  }
}
