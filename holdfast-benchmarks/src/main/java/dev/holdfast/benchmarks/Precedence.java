package dev.holdfast.benchmarks;

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
final class Precedence implements AutoCloseable {
  private static final List<String> FIRST = List.of("--fifo", "--pid", "1");
  private static final List<String> AS_ALL = List.of("--other", "--pid", "0");
  private static final long PATIENCE_SECONDS = 10;

  private final RedisServer server;
  private final boolean granted;

  Precedence(RedisServer server) {
    this.server = server;
    this.granted = server.isOwn() && schedule(FIRST);
  }

  boolean isGranted() {
    return granted;
  }

  private boolean schedule(List<String> policy) {
    List<String> command = new ArrayList<>(List.of("chrt"));
    command.addAll(policy);
    command.add(String.valueOf(server.pid()));
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
