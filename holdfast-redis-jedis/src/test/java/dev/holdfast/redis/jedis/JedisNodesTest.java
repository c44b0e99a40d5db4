package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class JedisNodesTest {
  /** Jedis connects as soon as a client is made. */
  @Test
  void whoComesAfterTheEndLeavesNoConnection() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      NodeAddress address = new NodeAddress("127.0.0.1", server.getLocalPort());
      String url = "redis+cluster://127.0.0.1:" + address.port();
      JedisNodes nodes = JedisNodes.own(RedisUrl.parse(StoreUrl.parse(url)));
      nodes.close();
      RedisPort late = nodes.node(address);
      assertThrows(ExecutionException.class, () -> late.ping().toCompletableFuture().get());
      server.setSoTimeout(10_000);
      try (Socket made = server.accept()) {
        made.setSoTimeout(10_000);
        made.getInputStream().readAllBytes(); // a timeout if it stays
      } catch (SocketException reset) {
        // It was ended before it was accepted.
      }
      server.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, server::accept);
    }
  }
}
