package dev.holdfast.cli.run;

import dev.holdfast.cli.output.Signals;
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
import java.util.function.Consumer;

/** The command as it runs, on this process's own stdin, stdout and stderr. */
final class Child {
  private final Process process;

  Child(Process process) {
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param environment makes its environment of ours
   */
  static Child start(List<String> command, Consumer<Map<String, String>> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    restoreLocale(builder.environment());
    environment.accept(builder.environment());
    try {
      return new Child(builder.start());
    } catch (IOException error) {
      throw CommandPath.notStarted(command.get(0), error);
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

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Waits for the end of the command; its code, or 128+n if signal n ended it. */
  int await() throws InterruptedException {
    return process.waitFor();
  }

  /**
   * Passes a signal on to the command and all its child processes, for they work under the same
   * lock.
   *
   * @throws IOException if there is no shell to send it with, and nothing else can stand in for it
   */
  void signal(Signals.Kind kind) throws IOException {
    if (!process.isAlive()) {
      return;
    }
    Set<ProcessHandle> all = tree();
    if (kind == Signals.Kind.TERM) {
      all.forEach(ProcessHandle::destroy);
      return;
    }
    try {
      Signals.send(kind, all.stream().map(ProcessHandle::pid).toList());
    } catch (IOException | RuntimeException | Error noShell) {
      if (!kind.endsPrograms()) {
        throw noShell;
      }
      all.forEach(ProcessHandle::destroy);
    }
  }

  /**
   * Stops the command and all its child processes, for they work under the same lock. Returns when
   * they have ended, or have been sent SIGKILL.
   */
  void stop(OnLoss how, Duration grace) {
    try {
      Set<ProcessHandle> all = tree();
      if (how == OnLoss.TERM) {
        all.forEach(ProcessHandle::destroy);
        await(all, grace);
      }
      all.addAll(tree()); // What was started meanwhile.
      all.forEach(ProcessHandle::destroyForcibly);
    } finally {
      process.destroyForcibly(); // whatever was thrown on the way
    }
  }

  private Set<ProcessHandle> tree() {
    Set<ProcessHandle> all = new LinkedHashSet<>();
    all.add(process.toHandle());
    try {
      process.descendants().forEach(all::add);
    } catch (RuntimeException | Error unknown) {
      // Those that were found, and the command itself, are still to be reached.
    }
    return all;
  }

  private void await(Set<ProcessHandle> processes, Duration grace) {
    try {
      awaitAll(processes, grace);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitAll(Set<ProcessHandle> processes, Duration grace) throws InterruptedException {
    try {
      CompletableFuture<?>[] ends =
          processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(ends).get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException alive) {
      // They had their time.
    } catch (RuntimeException | Error noThread) {
      // To wait for others needs threads, which there may be none of; for the command it does not.
      boolean unused = process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
