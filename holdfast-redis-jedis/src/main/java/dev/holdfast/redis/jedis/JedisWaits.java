package dev.holdfast.redis.jedis;

import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;

/**
 * Sends scripts and WAIT on a connection that is borrowed for as long as that takes, on a thread of
 * its own: a daemon that ends when there has been nothing to do for some seconds.
 */
final class JedisWaits implements ReplicaWaits.Sender, AutoCloseable {
  private static final String THREAD_NAME = "holdfast-jedis-acknowledgements";
  private static final long IDLE_SECONDS = 5;

  private final ConnectionSource connectionSource;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> DaemonThreads.of(THREAD_NAME, task));

  JedisWaits(ConnectionSource connectionSource) {
    this.connectionSource = connectionSource;
  }

  @Override
  public CompletionStage<List<Object>> send(List<ScriptCall> calls, ReplicaWaits.Kind kind) {
    return CompletableFuture.supplyAsync(() -> sendNow(calls, kind), threads);
  }

  private List<Object> sendNow(List<ScriptCall> calls, ReplicaWaits.Kind kind) {
    try (Connection connection = connectionSource.borrow()) {
      int usual = connection.getSoTimeout();
      if (usual > 0) {
        connection.setSoTimeout((int) Math.min(usual + kind.timeoutMillis(), Integer.MAX_VALUE));
      }
      List<Response<Object>> responses = new ArrayList<>(calls.size() + 1);
      try (Pipeline pipeline = new Pipeline(connection, false)) {
        for (ScriptCall call : calls) {
          responses.add(JedisPort.append(pipeline, call));
        }
        responses.add(
            pipeline.sendCommand(
                Protocol.Command.WAIT,
                String.valueOf(kind.replicas()),
                String.valueOf(kind.timeoutMillis())));
        pipeline.sync();
      }
      connection.setSoTimeout(usual); // a connection that failed is not used again
      return JedisPort.replies(responses);
    }
  }

  /** What waits now ends by itself. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
