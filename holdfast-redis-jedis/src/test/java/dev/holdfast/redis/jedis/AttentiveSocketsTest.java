package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.RedisServerForTests;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Sockets whose readers look for an answer are to Jedis what its own are. */
class AttentiveSocketsTest {
  private static final JedisClientConfig CONFIG =
      DefaultJedisClientConfig.builder().socketTimeoutMillis(50).build();

  private static Connection connect(HostAndPort server) {
    return new Connection(AttentiveSockets.of(server, CONFIG), CONFIG);
  }

  @Test
  void aConnectionAsksReadsAndEnds() {
    HostAndPort server = new HostAndPort("127.0.0.1", RedisServerForTests.shared().port());
    Connection connection = connect(server);
    assertTrue(connection.ping());
    assertEquals(server, connection.getHostAndPort());
    assertTrue(connection.isConnected());
    connection.disconnect();
    assertFalse(connection.isConnected());
  }

  @Test
  void whoDoesNotAnswerIsGivenUpInTime() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      HostAndPort server = new HostAndPort("127.0.0.1", silent.getLocalPort());
      try (Socket socket = AttentiveSockets.of(server, CONFIG).createSocket()) {
        assertEquals(50, socket.getSoTimeout());
      }
      assertThrows(JedisConnectionException.class, () -> connect(server));
    }
  }

  @Test
  void socketsOfTlsAreJedisOwn() {
    JedisClientConfig secure =
        DefaultJedisClientConfig.builder().sslOptions(SslOptions.defaults()).build();
    assertEquals(
        DefaultJedisSocketFactory.class,
        AttentiveSockets.of(new HostAndPort("localhost", 1), secure).getClass());
  }
}
