package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Nothing is sent over a connection for pushes that was lost: Jedis would open it anew. */
class LostPushConnectionTest {
  private static final int TIMES = 30;

  @Test
  void closingAfterALossLeavesNoConnection() throws Exception {
    try (RedisServer server = RedisServer.started();
        RespConnection witness = server.client()) {
      for (int i = 0; i < TIMES; i++) {
        loseAndClose(server, witness);
      }
      Awaitility.await("connections end")
          .atMost(Duration.ofSeconds(3))
          .untilAsserted(() -> assertEquals(1, connections(witness)));
    }
  }

  private static void loseAndClose(RedisServer server, RespConnection witness) {
    Semaphore subscribed = new Semaphore(0);
    try (RedisClient client = RedisClient.create(server.url())) {
      JedisPushes pushes = new JedisPushes(client);
      pushes.subscribe("channel", sink(subscribed));
      subscribed.acquireUninterruptibly();
      cut(witness);
      // When its thread has given the connection back, and before it begins another one; who comes
      // too late to see that loses the next one.
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> isLost(client, subscribed, witness));
      pushes.close();
    }
  }

  private static boolean isLost(RedisClient client, Semaphore subscribed, RespConnection witness) {
    if (subscribed.tryAcquire()) {
      cut(witness);
      return false;
    }
    return client.getPool().getNumActive() == 0;
  }

  private static void cut(RespConnection witness) {
    witness.ask("CLIENT", "KILL", "TYPE", "pubsub");
  }

  private static long connections(RespConnection witness) {
    return witness.ask("CLIENT", "LIST").toString().lines().count();
  }

  private static PushSink sink(Semaphore subscribed) {
    return new PushSink() {
      @Override
      public void subscribed() {
        subscribed.release();
      }

      @Override
      public void message(byte[] message) {}
    };
  }
}
