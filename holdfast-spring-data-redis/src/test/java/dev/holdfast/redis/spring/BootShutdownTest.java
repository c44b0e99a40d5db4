package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application of Spring Boot that is told to end while it holds locks. */
class BootShutdownTest {
  /** SIGTERM's exit code. */
  private static final int TERMINATED = 143;

  @ParameterizedTest
  @EnumSource
  @Timeout(120)
  void nothingIsLeftBehind(Library library) throws Exception {
    try (RedisServer server = RedisServer.started();
        LockStore store = OwningStore.at(library, server.url());
        Holdfast other = Holdfast.over(store)) {
      Process application = start(library, server.port());
      try (BufferedReader said = application.inputReader()) {
        assertEquals("holding", said.readLine());
        assertTrue(other.inspect(BootApplicationForTests.FIRST).isHeld());
        assertTrue(other.inspect(BootApplicationForTests.SECOND).isHeld());
        long told = System.nanoTime();
        application.toHandle().destroy(); // SIGTERM, and what it says can still be read
        assertEquals("requests end, held: true", said.readLine());
        assertTrue(application.waitFor(30, TimeUnit.SECONDS));
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - told);
        assertEquals(TERMINATED, application.exitValue());
        List<String> left = other.names(10);
        assertEquals(List.of(), left.stream().filter(n -> other.inspect(n).isHeld()).toList());
        // Without the lifecycle it is more than five seconds.
        assertTrue(took < Duration.ofSeconds(5).toMillis(), "took " + took + " ms");
      } finally {
        application.destroyForcibly();
      }
    }
  }

  private static Process start(Library library, int port) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            BootApplicationForTests.class.getName(),
            "--spring.data.redis.client-type=" + library.name().toLowerCase(Locale.ROOT),
            "--spring.data.redis.port=" + port,
            "--spring.main.banner-mode=off",
            "--logging.level.root=off")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
