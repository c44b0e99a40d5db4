package dev.holdfast.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelayTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORTLY = Duration.ofMillis(300);

  @TempDir private Path folder;

  private interface Use {
    void of(RedisServer server, Relay relay) throws IOException;
  }

  private void with(Use use) throws IOException {
    try (RedisServer server = RedisServer.startedIn(folder);
        Relay relay = new Relay(server.port())) {
      use.of(server, relay);
    }
  }

  @Test
  void itPassesAllAndCounts() throws IOException {
    with(
        (server, relay) -> {
          try (RespConnection one = new RespConnection(relay.port(), PATIENCE)) {
            assertEquals("PONG", one.call("PING"));
            assertEquals("PONG", one.call("PING"));
            assertEquals(1, relay.accepted());
            assertEquals(List.of(2), relay.roundTrips());
          }
        });
  }

  @Test
  void aCutWayIsNotNoticed() throws IOException {
    with(
        (server, relay) -> {
          try (RespConnection one = new RespConnection(relay.port(), SHORTLY)) {
            relay.freeze();
            assertThrows(InterruptedIOException.class, () -> one.call("SET", "a", "1"));
            assertEquals(0L, server.call("EXISTS", "a"));
          }
        });
  }

  @Test
  void whereRepliesAreLostRequestsArrive() throws IOException {
    with(
        (server, relay) -> {
          try (RespConnection one = new RespConnection(relay.port(), SHORTLY)) {
            relay.loseReplies();
            assertThrows(InterruptedIOException.class, () -> one.call("SET", "a", "1"));
            assertEquals(1L, server.call("EXISTS", "a"));
            relay.recover();
          }
          try (RespConnection other = new RespConnection(relay.port(), PATIENCE)) {
            assertEquals("1", other.call("GET", "a"));
          }
        });
  }

  @Test
  void openConnectionsAreLostOrEndedAndNewOnesAreWell() throws IOException {
    with(
        (server, relay) -> {
          try (RespConnection lost = new RespConnection(relay.port(), SHORTLY);
              RespConnection ended = new RespConnection(relay.port(), PATIENCE)) {
            assertEquals("PONG", lost.call("PING"));
            assertEquals("PONG", ended.call("PING"));
            relay.loseAll();
            assertThrows(InterruptedIOException.class, () -> lost.call("PING"));
            relay.endAll();
            assertThrows(IOException.class, () -> ended.call("PING"));
          }
          try (RespConnection other = new RespConnection(relay.port(), PATIENCE)) {
            assertEquals("PONG", other.call("PING"));
          }
        });
  }
}
