package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.ShiftedClock;
import dev.holdfast.servers.Waits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that was suspended, as a client on it sees that: its wall clock has run ahead. */
@Tag("rest")
final class SuspendedClientTest {
  private static final long SESSION_MILLIS = 30_000;
  private static final long ASLEEP_MILLIS = 24_000;

  /** Well below the time between two keep-alives. */
  private static final long IDLE_MILLIS = 4_000;

  @TempDir Path folder;

  /** The time asleep is no part of what is certain of the session in which the name is granted. */
  @Test
  void aSessionThatSleptIsCertainForWhatIsLeft() throws Exception {
    assertTrue(ShiftedClock.isPossible(), "a C compiler makes clocks that are wrong");
    try (Rig rig = new Rig(folder.resolve("rig"))) {
      rig.goTo("holdfast-etcd");
      ShiftedClock clock = new ShiftedClock(folder.resolve("clock"));
      String url =
          Service.ETCD.url("127.0.0.1", rig.cluster().ports(), SESSION_MILLIS / 1_000 + "s");
      Process client = start(url, clock);
      try (Writer in = client.outputWriter(StandardCharsets.UTF_8);
          BufferedReader out =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
        long awake = certain(in, out);
        assertTrue(awake > SESSION_MILLIS / 2, () -> "a new session is certain for " + awake);
        Waits.until(
            Duration.ofMillis(SESSION_MILLIS),
            "the session has been idle for a while",
            () -> certain(in, out) <= awake - IDLE_MILLIS);
        long before = System.nanoTime();
        clock.shift(ASLEEP_MILLIS);
        long woken = certain(in, out);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        // A keep-alive that was sent after the sleep makes more certain than the first grant had,
        // less what has passed since; without a look at the sleep it would be the idle time less.
        assertTrue(
            woken <= SESSION_MILLIS - ASLEEP_MILLIS || woken >= awake - took,
            () -> woken + " of " + awake + " ms were left " + took + " ms after the sleep");
      } finally {
        client.destroyForcibly();
        client.waitFor(20, TimeUnit.SECONDS);
      }
    }
  }

  private Process start(String url, ShiftedClock clock) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            IdleClient.class.getName(),
            url);
    builder.environment().putAll(clock.environment());
    builder.redirectError(folder.resolve("client.log").toFile());
    return builder.start();
  }

  private static long certain(Writer in, BufferedReader out) throws IOException {
    in.write("\n");
    in.flush();
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the client has ended; its log says why");
    }
    return Long.parseLong(line);
  }
}
