package dev.holdfast.redis.jedis;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.silent.LateServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Clients that are made before their server runs, through Jedis. */
class JedisLateServerTest {
  private final int port = Ports.free();

  private Holdfast.Builder byUrl() {
    return Holdfast.builder("redis://" + Ports.HOST + ":" + port + "?client=jedis");
  }

  @Test
  void byUrlTheServerIsWaitedFor() throws Exception {
    try (RedisServer server = new RedisServer(Folders.fresh("redis"), port, List.of())) {
      LateServer.isWaitedFor(this::byUrl, server::start);
    }
  }

  @Test
  void throughAGivenClientTheServerIsWaitedFor() throws Exception {
    try (RedisClient jedis = RedisClient.create(Ports.HOST, port);
        RedisServer server = new RedisServer(Folders.fresh("redis"), port, List.of())) {
      LateServer.isWaitedFor(() -> Holdfast.builder(JedisStore.of(jedis)), server::start);
    }
  }

  @Test
  void noThreadIsLeftWhereTheServerNeverRan() throws Exception {
    LateServer.leavesNoThread(this::byUrl, "edis");
  }
}
