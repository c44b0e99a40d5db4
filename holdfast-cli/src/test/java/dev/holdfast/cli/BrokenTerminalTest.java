package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An Error on a thread that tells something harms neither the lock nor what depends on it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs commands of a POSIX shell")
class BrokenTerminalTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;

  private final Broken err = new Broken();

  /** Throws an Error the first time that this text comes. */
  private static final class Broken extends PrintStream {
    final ByteArrayOutputStream said = new ByteArrayOutputStream();
    volatile @Nullable String text;

    Broken() {
      super(OutputStream.nullOutputStream(), true, UTF_8);
    }

    private void take(@Nullable String line) {
      String at = text;
      if (at != null && line != null && line.contains(at)) {
        text = null;
        throw new LinkageError("as the test wants");
      }
      said.writeBytes(String.valueOf(line).getBytes(UTF_8));
    }

    @Override
    public void println(@Nullable String line) {
      take(line);
    }

    @Override
    public void print(@Nullable String line) {
      take(line);
    }
  }

  private FutureTask<Integer> run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            err,
            new boolean[] {false, false, true},
            false);
    FutureTask<Integer> run = new FutureTask<>(() -> Main.execute(terminal, arguments));
    Thread thread = new Thread(run, "run");
    thread.setDaemon(true);
    thread.start();
    return run;
  }

  @Test
  void aLossThatCannotBeToldStopsTheCommand() throws Exception {
    Path made = folder.resolve("pid");
    String script = "echo $$ > '" + made + ".new' && mv '" + made + ".new' '" + made + "'";
    try (Holdfast operator = Holdfast.connect("memory:broken-terminal-loss")) {
      err.text = "lost";
      FutureTask<Integer> run =
          run(
              "run",
              "--on-loss",
              "kill",
              "--store",
              "memory:broken-terminal-loss",
              "job",
              "--",
              "/bin/sh",
              "-c",
              script + " && exec sleep 300");
      await().atMost(SOON).until(() -> Files.exists(made));
      operator.breakHold("job");
      assertEquals(ExitCodes.LOST, run.get(SOON.toSeconds(), TimeUnit.SECONDS));
      long pid = Long.parseLong(Files.readString(made).strip());
      assertFalse(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    }
  }

  @Test
  void aNoticeThatCannotBeToldIsFollowedByTheNext() throws Exception {
    LockOptions longer = LockOptions.defaults().holdAtLeast(Duration.ofMinutes(10));
    try (Holdfast other = Holdfast.connect("memory:broken-terminal-wait")) {
      // Kept, as a hold of this same process would not be told of.
      other.mutex("job", longer).acquire().close();
      err.text = "waiting";
      FutureTask<Integer> run =
          run("run", "--store", "memory:broken-terminal-wait", "job", "--", "true");
      await().atMost(SOON).until(() -> err.said.toString(UTF_8).contains("waiting"));
      other.breakHold("job");
      assertEquals(ExitCodes.OK, run.get(SOON.toSeconds(), TimeUnit.SECONDS));
    }
  }
}
