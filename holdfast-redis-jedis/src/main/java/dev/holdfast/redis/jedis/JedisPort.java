package dev.holdfast.redis.jedis;

import dev.holdfast.redis.KeyPage;
import dev.holdfast.redis.PushSink;
import dev.holdfast.redis.RedisPort;
import dev.holdfast.redis.RedisReplyException;
import dev.holdfast.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** The protocol's calls through Jedis, on the calling thread: the stages are complete. */
final class JedisPort implements RedisPort {
  private static final int KEYS_PER_PAGE = 1000;

  private final UnifiedJedis client;
  private final boolean owned;
  private final JedisPushes pushes;

  JedisPort(UnifiedJedis client, boolean owned) {
    this.client = client;
    this.owned = owned;
    this.pushes = new JedisPushes(client);
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    return complete(
        () ->
            call.isBySource()
                ? client.eval(call.script(), call.keyCount(), call.keysAndArguments())
                : client.evalsha(call.script(), call.keyCount(), call.keysAndArguments()));
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    return complete(
        () -> {
          List<Response<Object>> responses = new ArrayList<>(calls.size());
          try (AbstractPipeline pipeline = client.pipelined()) {
            for (ScriptCall call : calls) {
              responses.add(append(pipeline, call));
            }
            pipeline.sync();
          }
          return replies(responses);
        });
  }

  private static Response<Object> append(AbstractPipeline pipeline, ScriptCall call) {
    return call.isBySource()
        ? pipeline.eval(call.script(), call.keyCount(), call.keysAndArguments())
        : pipeline.evalsha(call.script(), call.keyCount(), call.keysAndArguments());
  }

  private static List<Object> replies(List<Response<Object>> responses) {
    List<Object> replies = new ArrayList<>(responses.size());
    for (Response<Object> response : responses) {
      try {
        replies.add(response.get());
      } catch (JedisDataException error) {
        replies.add(new RedisReplyException(error.getMessage(), error));
      }
    }
    return replies;
  }

  @Override
  public CompletionStage<KeyPage> scan(byte[] cursor, byte[] pattern) {
    return complete(
        () -> {
          ScanParams params = new ScanParams().match(pattern).count(KEYS_PER_PAGE);
          ScanResult<byte[]> page = client.scan(cursor, params);
          return new KeyPage(page.getCursorAsBytes(), page.getResult());
        });
  }

  @Override
  public CompletionStage<Void> ping() {
    return complete(client::ping).thenAccept(pong -> {});
  }

  @Override
  public void subscribe(String channel, PushSink sink) {
    pushes.subscribe(channel, sink);
  }

  @Override
  public void unsubscribe(String channel) {
    pushes.unsubscribe(channel);
  }

  @Override
  public void close() {
    pushes.close();
    if (owned) {
      client.close();
    }
  }

  private static <T> CompletionStage<T> complete(Supplier<T> call) {
    // An interrupt must not tear a release in two: calls are bounded by the client's timeouts, and
    // whoever waits for the lock learns of the interrupt from the flag.
    boolean interrupted = Thread.interrupted();
    try {
      return CompletableFuture.completedFuture(call.get());
    } catch (JedisDataException error) {
      return CompletableFuture.failedFuture(new RedisReplyException(error.getMessage(), error));
    } catch (RuntimeException error) {
      return CompletableFuture.failedFuture(error);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
