package dev.holdfast.redis.lettuce;

import dev.holdfast.Lease;
import dev.holdfast.redis.RedisFenceTests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The guard of scripts, through Lettuce. */
class LettuceFenceTest extends RedisFenceTests {
  @Override
  protected Face connect(String url) {
    RedisClient client = RedisClient.create(url);
    return new LettuceFace(client, LettuceFence.of(client.connect().async()));
  }

  private static Object answer(CompletionStage<Object> reply) {
    try {
      return reply.toCompletableFuture().join();
    } catch (CompletionException failed) {
      throw (RuntimeException) failed.getCause();
    }
  }

  private record LettuceFace(RedisClient client, LettuceFence fence) implements Face {
    @Override
    public Object eval(
        String lua, String resource, long token, List<String> keys, List<String> arguments) {
      return answer(fence.eval(lua, ScriptOutputType.VALUE, resource, token, keys, arguments));
    }

    @Override
    public Object eval(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
      return answer(fence.eval(lua, ScriptOutputType.VALUE, resource, lease, keys, arguments));
    }

    @Override
    public Object evalShared(
        String lua, String resource, long token, List<String> keys, List<String> arguments) {
      return answer(
          fence.evalShared(lua, ScriptOutputType.VALUE, resource, token, keys, arguments));
    }

    @Override
    public Object evalShared(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
      return answer(
          fence.evalShared(lua, ScriptOutputType.VALUE, resource, lease, keys, arguments));
    }

    @Override
    public Face keepMarks(Duration kept) {
      return new LettuceFace(client, fence.keepMarks(kept));
    }

    @Override
    public Face keyPrefix(String prefix) {
      return new LettuceFace(client, fence.keyPrefix(prefix));
    }

    @Override
    public void close() {
      client.shutdown();
    }
  }
}
