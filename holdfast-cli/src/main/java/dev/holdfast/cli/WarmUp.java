package dev.holdfast.cli;

import dev.holdfast.cli.demo.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * Loads the classes that the program's commands load, for the launcher, which has the JVM write
 * them into an archive for quick starts.
 */
@Command(name = WarmUp.NAME, hidden = true)
final class WarmUp implements Callable<Integer> {
  static final String NAME = "warm-up";

  private final Terminal terminal;

  WarmUp(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("holdfast-warm-up-");
    try {
      exercise("sqlite:" + folder.resolve("locks.db"));
      try (RedisProcess redis = RedisProcess.start(folder)) {
        exercise(redis.url());
      } catch (Failure none) {
        // Starts over Redis are a little slower then.
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
    return Exit.OK;
  }

  private void exercise(String url) {
    Main.execute(terminal, "run", "--store", url, "warm-up", "--", "true");
    Main.execute(terminal, "list", "--store", url, "--json");
    Main.execute(terminal, "show", "--store", url, "warm-up");
  }
}
