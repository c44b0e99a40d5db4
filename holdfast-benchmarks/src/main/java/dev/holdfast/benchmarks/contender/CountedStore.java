package dev.holdfast.benchmarks.contender;

import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.redis.lettuce.LettuceStore;
import dev.holdfast.spi.LockStore;
import java.util.function.LongSupplier;

/**
 * A store over a Redis client that counts what it sends, for jobs that need more of Holdfast than
 * sections.
 */
public record CountedStore(LockStore store, LongSupplier sent, Runnable closeClient)
    implements AutoCloseable {

  /** The store of the contender {@code holdfast-jedis} or {@code holdfast-lettuce}. */
  public static CountedStore open(String contender, String redisUrl, int threads) {
    return switch (contender) {
      case "holdfast-jedis" -> {
        CountedJedis client = CountedJedis.asOfUrl(redisUrl, threads);
        yield new CountedStore(JedisStore.of(client.client()), client::sent, client::close);
      }
      case "holdfast-lettuce" -> {
        CountedLettuce client = new CountedLettuce(redisUrl);
        yield new CountedStore(LettuceStore.of(client.client()), client::sent, client::close);
      }
      default -> throw new IllegalArgumentException("no store is known for '" + contender + "'");
    };
  }

  public long commands() {
    return sent.getAsLong();
  }

  @Override
  public void close() {
    store.close();
    closeClient.run();
  }
}
