package dev.holdfast.cli;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A small shell process that stops the command when holdfast itself was killed with SIGKILL,
 * because nobody renews the lock then. It reads from a pipe of which holdfast holds the other end:
 * a line means that all is well, the end of the pipe that holdfast is gone.
 */
public final class Watchdog implements AutoCloseable {
  // Asks twice a second whether the command still lives, so that its number is never another's.
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      if read -r done; then exit 0; fi
      tree() {
        echo "$1"
        ps -e -o pid= -o ppid= 2>/dev/null | while read -r pid parent; do
          if [ "$parent" = "$1" ]; then tree "$pid"; fi
        done
      }
      all=$(tree "$1")
      if [ "$2" = TERM ]; then
        kill -TERM $all 2>/dev/null
        left=$3
        while [ "$left" -gt 0 ]; do
          alive=
          for pid in $all; do
            if kill -0 "$pid" 2>/dev/null; then alive="$alive $pid"; fi
          done
          all=$alive
          if [ -z "$all" ]; then exit 0; fi
          sleep 0.5 2>/dev/null || sleep 1
          left=$((left - 1))
        done
      fi
      if [ -n "$all" ]; then kill -KILL $all 2>/dev/null; fi
      """;

  private final @Nullable Process process;

  private Watchdog(@Nullable Process process) {
    this.process = process;
  }

  /** Watches over a process; over none where there is no shell, or nothing is to be done. */
  public static Watchdog over(long pid, OnLoss onLoss, Duration grace) {
    if (onLoss == OnLoss.IGNORE || !new File("/bin/sh").exists()) {
      return new Watchdog(null);
    }
    try {
      return new Watchdog(
          new ProcessBuilder(
                  "/bin/sh",
                  "-c",
                  SCRIPT,
                  "holdfast-watchdog",
                  Long.toString(pid),
                  onLoss.name(),
                  Long.toString(Math.max(1, grace.toMillis() / 500)))
              .directory(new File("/"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException none) {
      // It is a second line of defence: the command runs without it.
      return new Watchdog(null);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      try (var pipe = process.getOutputStream()) {
        pipe.write('\n');
      } catch (IOException gone) {
        // Then it will not bite either.
      }
    }
  }
}
