package dev.holdfast.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The command as it runs, on this process's own stdin, stdout and stderr. */
final class Child {
  private static final Duration SHORT_LIVED = Duration.ofMillis(200);

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  static Child start(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    restoreLocale(builder.environment());
    builder.environment().putAll(environment);
    try {
      return new Child(builder.start());
    } catch (IOException error) {
      throw failure(command.get(0), error);
    }
  }

  /** The launcher gives the JVM a UTF-8 locale where there is none, and keeps what there was. */
  private static void restoreLocale(Map<String, String> environment) {
    String before = environment.remove("HOLDFAST_LC_ALL");
    if (before != null) {
      if (before.isEmpty()) {
        environment.remove("LC_ALL");
      } else {
        environment.put("LC_ALL", before);
      }
    }
  }

  /** The JDK tells the system's error in words only. */
  private static Failure failure(String command, IOException error) {
    String message = String.valueOf(error.getMessage());
    if (message.contains("error=2,")) {
      return CommandPath.notFound(command);
    }
    if (message.contains("error=13,") || message.contains("error=8,")) {
      return CommandPath.notExecutable(command);
    }
    return new Failure(
        Exit.NOT_EXECUTABLE,
        Text.quoted(command) + " could not be started: " + Text.visible(message),
        error);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end of the command; its code, or 128+n if signal n ended it. */
  int await(OnLoss onLoss, Duration grace) throws InterruptedException {
    // Most commands under locks are either very short or in need of a watchdog.
    if (process.waitFor(SHORT_LIVED.toMillis(), TimeUnit.MILLISECONDS)) {
      return process.exitValue();
    }
    Watchdog watchdog = Watchdog.over(process.pid(), onLoss, grace);
    try {
      return process.waitFor();
    } finally {
      watchdog.close();
    }
  }

  /** Passes a signal on to the command. */
  void signal(Signals.Kind kind) {
    if (!process.isAlive()) {
      return;
    }
    if (kind == Signals.Kind.TERM) {
      process.destroy();
      return;
    }
    try {
      Signals.send(kind, process.pid());
    } catch (IOException noShell) {
      process.destroy();
    }
  }

  /**
   * Stops the command and all its child processes, for they work under the same lock. Returns when
   * they have ended, or have been sent SIGKILL.
   */
  void stop(OnLoss how, Duration grace) {
    Set<ProcessHandle> all = tree();
    if (how == OnLoss.TERM) {
      all.forEach(ProcessHandle::destroy);
      await(all, grace);
    }
    all.addAll(tree()); // What was started meanwhile.
    all.forEach(ProcessHandle::destroyForcibly);
  }

  private Set<ProcessHandle> tree() {
    Set<ProcessHandle> all = new LinkedHashSet<>();
    all.add(process.toHandle());
    process.descendants().forEach(all::add);
    return all;
  }

  private static void await(Set<ProcessHandle> processes, Duration grace) {
    CompletableFuture<?>[] ends =
        processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException alive) {
      // They had their time.
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
