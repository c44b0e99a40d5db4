package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import dev.holdfast.silent.SilentPeer;
import java.io.IOException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The thread that connects, when its caller has left (rule C1). */
class ConnectionsTest {
  private static boolean isConnecting() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("holdfast-lettuce-connect"));
  }

  @Test
  void itEndsWithTheStore() throws IOException {
    try (SilentPeer silent = SilentPeer.accepting()) {
      Holdfast.Builder builder =
          Holdfast.builder("redis://127.0.0.1:" + silent.port() + "?client=lettuce")
              .connectTimeout(Duration.ofMillis(300));
      for (int i = 0; i < 3; i++) {
        assertThrows(StoreException.class, builder::build);
      }
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !isConnecting());
    }
  }
}
