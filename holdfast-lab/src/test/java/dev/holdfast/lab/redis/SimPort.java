package dev.holdfast.lab.redis;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** The simulated Redis without any network; every key that it leaves must have an end. */
final class SimPort implements RedisPort {
  private final Map<String, PushSink> sinks = new HashMap<>();
  private final SimRedis redis;

  SimPort(LongSupplier micros) {
    redis =
        new SimRedis(
            micros,
            (channel, payload) -> {
              PushSink sink = sinks.get(channel);
              if (sink != null) {
                sink.message(payload);
              }
            });
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    try {
      Object reply = redis.run(call);
      if (!redis.keysWithoutEnd().isEmpty()) {
        throw new AssertionError("keys without an end: " + redis.keysWithoutEnd());
      }
      return CompletableFuture.completedFuture(reply);
    } catch (RedisReplyException error) {
      return CompletableFuture.failedFuture(error);
    }
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    List<Object> replies = new ArrayList<>();
    for (ScriptCall call : calls) {
      replies.add(call(call).exceptionally(error -> error).toCompletableFuture().join());
    }
    return CompletableFuture.completedFuture(replies);
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    byte[] prefix = Arrays.copyOf(pattern, pattern.length - 1);
    return CompletableFuture.completedFuture(new ScanPage(new byte[] {'0'}, redis.keys(prefix)));
  }

  @Override
  public CompletionStage<Void> ping() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void subscribe(String channel, PushSink sink) {
    sinks.put(channel, sink);
    sink.subscribed();
  }

  @Override
  public void unsubscribe(String channel) {
    sinks.remove(channel);
  }

  @Override
  public void close() {}
}
