package dev.holdfast.shedlock;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Five processes, one of which is killed while it has the lock. */
@Tag("rest")
class ProcessesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final String namespace = UUID.randomUUID().toString();
  @TempDir private Path folder;

  @ParameterizedTest(name = "lease {0} ms, lockAtMostFor {1} ms, kept {2} ms after the kill")
  @CsvSource({"0, 5000, 0", "1000, 600000, 500"})
  void aKilledHolderKeepsTheNameForItsTimeAndNoLongerAndNothingIsLost(
      int lease, int most, int keptAfterKill) throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      Files.writeString(folder.resolve("count"), "0");
      long granted = System.nanoTime();
      Process stopped = start(0, lease, most);
      processes.add(stopped);
      await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("stopped")));
      for (int i = 0; i < 4; i++) {
        processes.add(start(25, lease, most));
      }
      if (lease > 0) {
        await("three leases").atMost(PATIENCE).until(() -> since(granted) > 3L * lease + 2000);
      }
      assertEquals("0", count(), "the stopped process has the lock");
      long killed = System.nanoTime();
      Signals.send("KILL", stopped);
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(PATIENCE)
          .until(() -> !count().equals("0"));
      long kept = lease > 0 ? since(killed) : since(granted);
      assertTrue(kept >= (lease > 0 ? keptAfterKill : most), "free after " + kept + " ms");
      assertTrue(since(killed) < 20_000, "kept for " + kept + " ms");
      for (Process each : processes.subList(1, 5)) {
        assertTrue(each.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "a process does not end");
        assertEquals(0, each.exitValue());
      }
      assertFalse(Files.exists(folder.resolve("overlap")), "two at a time");
      assertEquals("100", count());
    } finally {
      for (Process each : processes) {
        each.destroyForcibly();
        each.waitFor();
      }
    }
  }

  private static long since(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private String count() throws IOException {
    String read = Files.readString(folder.resolve("count"));
    return read.isEmpty() ? "0" : read; // In the middle of a write.
  }

  private Process start(int times, int lease, int most) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Worker.class.getName(),
            RedisServer.shared().url(),
            namespace,
            folder.toString(),
            String.valueOf(times),
            String.valueOf(lease),
            String.valueOf(most));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("out-" + UUID.randomUUID()).toFile())
        .start();
  }
}
