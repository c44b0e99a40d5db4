package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.RedisServer;
import dev.holdfast.lab.episode.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that its owner has emptied fails locks in time, ends none, and serves them afterwards. */
final class GivenClientTest {
  @TempDir Path folder;

  @Test
  void anEmptyPoolEndsNothing() throws Exception {
    try (RedisServer server = new RedisServer(folder.resolve("server"));
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
      StoreException failed =
          assertThrows(StoreException.class, () -> acquireUntilItFails(client), "it never fails");
      assertTrue(failed.isTransient());
      assertTrue(held.valid());
      client.relent();
      Grip next = client.acquire("next", Duration.ofSeconds(5));
      assertTrue(next.valid());
      next.release();
      held.release();
    }
  }

  /** The pool is empty only after the last connection that was busy has come back to it. */
  private static void acquireUntilItFails(GivenClient client) throws Exception {
    for (int i = 0; i < 10_000; i++) {
      client.acquire("tried", Duration.ZERO).release();
    }
  }
}
