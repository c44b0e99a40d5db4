package dev.holdfast.servers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ServerProcessTest {
  @TempDir private Path folder;

  /** Tells its environment, and then waits. */
  private static final class Telling extends ServerProcess {
    Telling(Path folder) throws IOException {
      super(folder, Ports.free());
    }

    @Override
    protected List<String> command() {
      return List.of("sh", "-c", "env && echo told && exec sleep 60");
    }

    @Override
    protected boolean answers() {
      return log().contains("\ntold\n");
    }

    @Override
    public String version() {
      return "1";
    }
  }

  /** Whatever started this JVM, a server has folders that it may write and a usual language. */
  @Test
  void aServersEnvironmentIsItsOwn() throws IOException {
    try (Telling server = new Telling(folder)) {
      server.environment(Map.of("HOLDFAST_SERVERS", "there"));
      server.start();
      List<String> told = server.log().lines().toList();
      for (String wanted :
          List.of(
              "HOME=" + server.folder(),
              "TMPDIR=" + server.folder(),
              "LANG=C.UTF-8",
              "HOLDFAST_SERVERS=there")) {
        assertTrue(told.contains(wanted), () -> wanted + " is not in " + told);
      }
      assertTrue(told.stream().noneMatch(line -> line.startsWith("LC_")), told::toString);
    }
  }
}
