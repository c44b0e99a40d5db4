package dev.holdfast.benchmarks.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets a server have the processor whenever it wants it, while this is open: a script then takes as
 * long as the server works at it. Among equals, a server that has run for a while hands the
 * processor to whoever else wants it, for a slice of some four milliseconds, in the middle of a
 * script too.
 *
 * <p>By the real-time class of Linux's scheduler, through util-linux's {@code chrt}; root may do
 * that. Where it is refused, everything is as without this.
 */
public final class Precedence implements AutoCloseable {
  private static final List<String> FIRST = List.of("--all-tasks", "--fifo", "--pid", "1");
  private static final List<String> AS_ALL = List.of("--all-tasks", "--other", "--pid", "0");
  private static final long NO_PROCESS = -1;
  private static final long PATIENCE_SECONDS = 10;

  private final long pid;
  private final boolean granted;

  /** Refused where somebody else runs the server. */
  public Precedence(RedisServer server) {
    this(server.isOwn() ? server.pid() : NO_PROCESS);
  }

  /** For all threads of a process, and those that they start. */
  public Precedence(long pid) {
    this.pid = pid;
    this.granted = pid != NO_PROCESS && schedule(FIRST);
  }

  public boolean isGranted() {
    return granted;
  }

  private boolean schedule(List<String> policy) {
    List<String> command = new ArrayList<>(List.of("chrt"));
    command.addAll(policy);
    command.add(String.valueOf(pid));
    try {
      Process chrt =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (chrt.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return chrt.exitValue() == 0;
      }
      chrt.destroyForcibly();
      return false;
    } catch (IOException thereIsNone) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    if (granted && !schedule(AS_ALL)) {
      throw new IllegalStateException("the server could not be made one of all again");
    }
  }
}
