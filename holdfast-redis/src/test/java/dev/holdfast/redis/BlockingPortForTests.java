package dev.holdfast.redis;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The blocking port behind an {@code AsyncPort}: a test says how scripts are answered, and nothing
 * else matters.
 */
public abstract class BlockingPortForTests implements RedisPort {
  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    throw new AssertionError("calls go together");
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    return CompletableFuture.completedStage(new ScanPage(cursor, List.of()));
  }

  @Override
  public CompletionStage<Void> ping() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void subscribe(String channel, PushSink sink) {}

  @Override
  public void unsubscribe(String channel) {}

  @Override
  public void close() {
    throw new AssertionError("the async port does not use this");
  }
}
