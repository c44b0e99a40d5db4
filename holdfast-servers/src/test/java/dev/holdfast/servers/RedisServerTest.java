package dev.holdfast.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {
  @TempDir private Path folder;

  @Test
  void itIsStoppedWithWhatItKnowsAndKilledWithout() throws IOException {
    try (RedisServer server = RedisServer.startedIn(folder)) {
      assertTrue(server.version().startsWith("redis "), server.version());
      assertEquals("OK", server.call("SET", "a", "1"));
      server.restart();
      assertEquals("1", server.call("GET", "a"));
      assertEquals("OK", server.call("SET", "b", "2"));
      server.kill();
      assertFalse(server.isAlive());
      assertThrows(IOException.class, () -> server.call("PING"));
      server.start();
      assertNull(server.call("GET", "b"));
    }
  }

  @Test
  void itKeepsItsConnectionsWhileItsTimeIsStopped() throws IOException {
    try (RedisServer server = RedisServer.startedIn(folder);
        RespConnection connection = new RespConnection(server.port(), Duration.ofMillis(300))) {
      server.pause();
      assertThrows(IOException.class, () -> connection.call("PING"));
      server.resume();
      assertEquals("PONG", server.call("PING"));
    }
  }

  @Test
  void aServerThatDoesNotStartIsToldWithItsLog() throws IOException {
    RedisServer server = new RedisServer(folder, Ports.free(), List.of("--nonsense", "1"));
    Exception told = assertThrows(ServerEndedException.class, server::start);
    assertTrue(String.valueOf(told.getMessage()).contains("nonsense"), told.getMessage());
  }
}
