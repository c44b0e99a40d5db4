package dev.holdfast.lab.episode;

import dev.holdfast.servers.RespConnection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again, past all proxies, for keys that would stay for ever. */
final class Sampler implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final String SCRIPT =
      "local found = {} for _, key in ipairs(redis.call('KEYS', '*')) do"
          + " if redis.call('PTTL', key) == -1 then found[#found + 1] = key end end return found";

  private final int port;
  private final Thread thread;
  private final Set<String> found = new ConcurrentSkipListSet<>();
  private volatile boolean closed;

  Sampler(int port) {
    this.port = port;
    this.thread = new Thread(this::run, "lab-sampler");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (RespConnection connection = new RespConnection(port)) {
        while (!closed && Samplers.isMaster(connection)) {
          if (connection.call("EVAL", SCRIPT, "0") instanceof List<?> keys) {
            keys.forEach(key -> found.add(String.valueOf(key)));
          }
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      } catch (IOException fault) {
        LockSupport.parkNanos(PAUSE_NANOS); // That is what is being tested.
      }
    }
  }

  /** The keys that had no time to live at some moment. */
  Set<String> found() {
    return found;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
