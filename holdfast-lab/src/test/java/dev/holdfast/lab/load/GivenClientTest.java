package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.servers.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that its owner has emptied does nothing to locks, which have connections of their own. */
@Tag("rest")
final class GivenClientTest {
  @TempDir Path folder;

  @Test
  void anEmptyPoolDoesNothingToLocks() throws Exception {
    try (RedisServer server = RedisServer.startedIn(folder.resolve("server"));
        GivenClient client =
            new GivenClient(
                new Surroundings(
                    0,
                    "127.0.0.1",
                    List.of(server.port()),
                    "given",
                    Duration.ofSeconds(20),
                    folder))) {
      Grip held = client.acquire("held", Duration.ZERO);
      client.exhaust();
      for (int i = 0; i < 100; i++) {
        client.acquire("tried", Duration.ZERO).release();
      }
      assertTrue(held.valid());
      client.relent();
      Grip next = client.acquire("next", Duration.ofSeconds(5));
      assertTrue(next.valid());
      next.release();
      held.release();
    }
  }
}
