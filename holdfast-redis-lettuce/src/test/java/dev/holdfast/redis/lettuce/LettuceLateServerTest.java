package dev.holdfast.redis.lettuce;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.silent.LateServer;
import io.lettuce.core.RedisClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that are made before their server runs, through Lettuce. */
class LettuceLateServerTest {
  private final int port = Ports.free();

  private Holdfast.Builder byUrl() {
    return Holdfast.builder("redis://" + Ports.HOST + ":" + port + "?client=lettuce");
  }

  @Test
  void byUrlTheServerIsWaitedFor() throws Exception {
    try (RedisServer server = new RedisServer(Folders.fresh("redis"), port, List.of())) {
      LateServer.isWaitedFor(this::byUrl, server::start);
    }
  }

  @Test
  void throughAGivenClientTheServerIsWaitedFor() throws Exception {
    try (RedisClient lettuce = RedisClient.create("redis://" + Ports.HOST + ":" + port);
        RedisServer server = new RedisServer(Folders.fresh("redis"), port, List.of())) {
      LateServer.isWaitedFor(() -> Holdfast.builder(LettuceStore.of(lettuce)), server::start);
    }
  }

  @Test
  void noThreadIsLeftWhereTheServerNeverRan() throws Exception {
    LateServer.leavesNoThread(this::byUrl, "lettuce");
  }
}
