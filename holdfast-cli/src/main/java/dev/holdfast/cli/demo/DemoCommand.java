package dev.holdfast.cli.demo;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast demo}. */
@Command(
    sortOptions = false,
    name = "demo",
    header = "See in half a minute why a lock is not enough, and what is.",
    description = {
      "",
      "Eight processes shall draw the winners of a lottery, once. They try it with the lock recipe "
          + "that is found everywhere, and with Holdfast, on a real Redis server and a database "
          + "table that it starts for this and throws away.",
      ""
    },
    footer = {"", "Examples:", "    holdfast demo"})
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "Use this Redis server instead of the one in the program's jar.")
  @Nullable String redis;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** Shown on this terminal. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      throw new CliException(
          ExitCodes.INTERNAL,
          "the demonstration stops a process with SIGSTOP, which Windows has not");
    }
    try (Stage stage = Stage.set()) {
      // Ctrl-C: what was started is ended before the program is.
      Thread cleanUp = new Thread(stage::close, "demo-clean-up");
      Runtime.getRuntime().addShutdownHook(cleanUp);
      try {
        new Demo(terminal, stage).play(redis);
      } catch (Exception error) {
        // A Ctrl-C reaches the workers too, and may be noticed here by their end.
        if (stage.isClosedWithin(Duration.ofMillis(500))) {
          cleanUp.join();
        }
        throw new CliException(
            ExitCodes.INTERNAL,
            "the demonstration failed: " + error.getMessage() + "\n" + stage.complaints(),
            error);
      }
      Runtime.getRuntime().removeShutdownHook(cleanUp);
    }
    return ExitCodes.OK;
  }
}
