package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many at once: no section overlaps another, no update is lost, stamps grow. */
class ContestTest {
  private final Path file = Databases.file();
  private final Path counter = file.resolveSibling("counter");

  @Test
  void eightThreadsOfTwoClientsTakeTurns() throws Exception {
    Incrementer.reset(counter);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (LockStore first = Databases.store(file);
        LockStore second = JdbcStore.of(Databases.dataSource(file));
        SpiClient a = new SpiClient(first);
        SpiClient b = new SpiClient(second)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SpiClient client = i % 2 == 0 ? a : b;
        done.add(threads.submit(() -> Incrementer.run(client, counter, 25)));
      }
      for (Future<?> each : done) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(8 * 25, Incrementer.count(counter));
  }

  @Test
  void processesThatMakeTheTablesAtOnceTakeTurns() throws Exception {
    Incrementer.reset(counter);
    List<Process> children = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        children.add(child());
      }
      for (Process child : children) {
        assertEquals("ready", child.inputReader().readLine());
      }
      for (Process child : children) {
        child.getOutputStream().write('\n');
        child.getOutputStream().flush();
      }
      for (Process child : children) {
        assertTrue(child.waitFor(60, TimeUnit.SECONDS), "a child hangs");
        assertEquals(0, child.exitValue(), () -> output(child));
      }
    } finally {
      children.forEach(Process::destroyForcibly);
    }
    assertEquals(3 * 100, Incrementer.count(counter));
  }

  private Process child() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Incrementer.class.getName(),
            file.toString(),
            counter.toString(),
            "100")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String output(Process child) {
    try {
      return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException error) {
      return error.toString();
    }
  }
}
