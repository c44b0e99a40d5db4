package dev.holdfast.benchmarks.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PrecedenceTest {
  private static final int FIFO = 1;
  private static final int OTHER = 0;

  @Test
  @EnabledOnOs(OS.LINUX)
  void theServerComesFirstAndThenIsOneOfAllAgain(@TempDir Path folder) throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      assertEquals(OTHER, policy(server));
      try (Precedence first = new Precedence(server)) {
        assertEquals(first.isGranted() ? FIFO : OTHER, policy(server));
        if ("root".equals(System.getProperty("user.name"))) {
          assertEquals(FIFO, policy(server), "root may");
        }
      }
      assertEquals(OTHER, policy(server));
    }
  }

  /** Field 41 of proc_pid_stat(5); what stands before the bracket may have spaces. */
  private static int policy(RedisServer server) throws IOException {
    String stat = Files.readString(Path.of("/proc", String.valueOf(server.pid()), "stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[38]);
  }
}
