package dev.holdfast.cli.run;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Text;
import dev.holdfast.spi.DaemonThreads;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A small shell process that stops the command when holdfast itself was killed with SIGKILL,
 * because the lock is not renewed any more then.
 *
 * <p>It reads lines from a pipe of which holdfast holds the other end. The end of the pipe without
 * a word before it means that holdfast is gone:
 *
 * <pre>
 *   start TOKEN   the command with this token in its environment is about to be started
 *   pid NUMBER    it runs, as this process
 *   done          it has ended, or was never started
 * </pre>
 *
 * <p>The watchdog is there before the command: it is started beside the connecting to the store,
 * and says when it stands. Holdfast learns the number of the command's process only when that runs
 * already. If it is killed just then, the watchdog finds the command by the token (on Linux, where
 * a process's environment can be looked at).
 */
public final class Watchdog implements AutoCloseable {
  // Asks twice a second whether the command still lives, so that its number is never another's.
  static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM USR1 USR2 ALRM
      echo ready
      exec >/dev/null
      pids= token=
      while read -r word value; do
        case $word in
          start) token=$value ;;
          pid) pids=$value ;;
          done) exit 0 ;;
        esac
      done
      tries=50
      while [ -z "$pids" ] && [ -n "$token" ] && [ "$tries" -gt 0 ]; do
        for file in $(grep -lF "HOLDFAST_TOKEN=$token" /proc/[0-9]*/environ); do
          file=${file%/environ}
          pids="$pids ${file#/proc/}"
        done
        tries=$((tries - 1))
        if [ -z "$pids" ]; then sleep 0.1 || sleep 1; fi
      done
      if [ -z "$pids" ]; then exit 0; fi
      tree() {
        echo "$1"
        ps -e -o pid= -o ppid= | while read -r pid parent; do
          if [ "$parent" = "$1" ]; then tree "$pid"; fi
        done
      }
      all=$(for pid in $pids; do tree "$pid"; done)
      if [ "$1" = TERM ]; then
        kill -TERM $all
        left=$2
        while [ "$left" -gt 0 ]; do
          alive=
          for pid in $all; do
            if kill -0 "$pid"; then alive="$alive $pid"; fi
          done
          all=$alive
          if [ -z "$all" ]; then exit 0; fi
          sleep 0.5 || sleep 1
          left=$((left - 1))
        done
      fi
      if [ -n "$all" ]; then kill -KILL $all; fi
      """;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final @Nullable CompletableFuture<Process> standing;

  private Watchdog(@Nullable CompletableFuture<Process> standing) {
    this.standing = standing;
  }

  /**
   * Begins to start one, in the background; none where there is no shell, or where nothing is to be
   * done.
   */
  static Watchdog start(OnLoss onLoss, Duration grace) {
    return start(onLoss, grace, Watchdog::inBackground);
  }

  /** The same, started by this executor. */
  static Watchdog start(OnLoss onLoss, Duration grace, Executor background) {
    if (onLoss == OnLoss.IGNORE || !new File("/bin/sh").exists()) {
      return new Watchdog(null);
    }
    CompletableFuture<Process> standing = new CompletableFuture<>();
    try {
      background.execute(
          () -> {
            try {
              standing.complete(launch(onLoss, grace));
            } catch (Throwable failed) {
              standing.completeExceptionally(failed);
            }
          });
    } catch (RuntimeException | Error noThread) {
      standing.completeExceptionally(noThread); // told when the command is to be started
    }
    return new Watchdog(standing);
  }

  private static void inBackground(Runnable task) {
    DaemonThreads.start("holdfast-watchdog-start", task);
  }

  /** Watches over a process that runs already. */
  public static Watchdog over(long pid, OnLoss onLoss, Duration grace) {
    Watchdog watchdog = start(onLoss, grace);
    watchdog.runs(pid);
    return watchdog;
  }

  /** Returns when the process is there and ignores the signals that are not for it. */
  private static Process launch(OnLoss onLoss, Duration grace) throws IOException {
    Process process = builder(onLoss, grace).start();
    InputStream out = process.getInputStream();
    for (int c = out.read(); c != '\n'; c = out.read()) {
      if (c < 0) {
        throw new IOException("/bin/sh ended at once");
      }
    }
    return process;
  }

  static ProcessBuilder builder(OnLoss onLoss, Duration grace) {
    ProcessBuilder builder =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                SCRIPT,
                "holdfast-watchdog",
                onLoss.name(),
                Long.toString(Math.max(1, grace.toMillis() / 500)))
            .directory(new File("/"))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // Nothing of ours: no passwords, and no token of a run around us.
    builder.environment().keySet().retainAll(Set.of("PATH"));
    return builder;
  }

  /**
   * The command with this token in its environment is about to be started. Waits until the watchdog
   * stands.
   *
   * @throws CliException if it cannot be started, for then the command should not be
   */
  void expect(long token) throws InterruptedException {
    if (standing == null) {
      return;
    }
    try {
      tell(standing.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "start " + token);
    } catch (TimeoutException | ExecutionException | IOException failed) {
      Throwable cause = failed instanceof ExecutionException ? failed.getCause() : failed;
      throw new CliException(
          ExitCodes.NOT_EXECUTABLE,
          "the watchdog, which stops the command if holdfast is killed, could not be started ("
              + Text.visible(cause instanceof TimeoutException ? "/bin/sh is silent" : cause + "")
              + "); the command did not run; --on-loss ignore does without a watchdog",
          failed);
    }
  }

  /** The command runs. */
  void runs(long pid) {
    tellIfStanding("pid " + pid);
  }

  /** The command has ended. */
  @Override
  public void close() {
    tellIfStanding("done");
  }

  private void tellIfStanding(String line) {
    if (standing == null) {
      return;
    }
    // One that comes up later hears it when it does.
    CompletableFuture<Void> unused =
        standing.thenAccept(
            process -> {
              try {
                tell(process, line);
              } catch (IOException gone) {
                // Then it will not bite either.
              }
            });
  }

  private static void tell(Process process, String line) throws IOException {
    OutputStream pipe = process.getOutputStream();
    pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    pipe.flush();
  }
}
