package dev.holdfast.cli;

import dev.holdfast.cli.demo.RedisProcess;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.util.LibraryLoaderUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Loads the classes that the program's commands load, for the launcher, which has the JVM write
 * them into an archive for quick starts. Given a folder, it puts SQLite's native library there,
 * too.
 */
@Command(name = WarmUp.NAME, hidden = true)
final class WarmUp implements Callable<Integer> {
  static final String NAME = "warm-up";

  private final Terminal terminal;

  @Parameters(index = "0", arity = "0..1")
  @Nullable String folderOfLibrary;

  WarmUp(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (folderOfLibrary != null) {
      unpackLibrary(Path.of(folderOfLibrary));
    }
    Path folder = Files.createTempDirectory("holdfast-warm-up-");
    try {
      exercise("sqlite:" + folder.resolve("locks.db"));
      try (RedisProcess redis = RedisProcess.start(folder)) {
        exercise(redis.url());
      } catch (CliException none) {
        // Starts over Redis are a little slower then.
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
    return ExitCodes.OK;
  }

  /** Unpacks SQLite's native library, which the driver else does anew at each start. */
  private static void unpackLibrary(Path folder) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = WarmUp.class.getResourceAsStream(resource)) {
      if (library == null) {
        return;
      }
      Files.createDirectories(folder);
      Path draft = Files.createTempFile(folder, "draft", null);
      Files.copy(library, draft, StandardCopyOption.REPLACE_EXISTING);
      // Replaced as a whole: another holdfast may be running on it.
      Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void exercise(String url) {
    Main.execute(terminal, "run", "--store", url, "warm-up", "--", "true");
    Main.execute(terminal, "list", "--store", url, "--json");
    Main.execute(terminal, "show", "--store", url, "warm-up");
  }
}
