package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.TourForTests;
import dev.holdfast.spi.StoreUrl;
import io.lettuce.core.RedisClient;

/** A program that keeps locks through the Lettuce that is there, and says that it went well. */
final class LettuceTour {
  private LettuceTour() {}

  /** Goes through it twice, by a URL and through a client of its own. */
  public static void main(String[] args) throws InterruptedException {
    TourForTests.through(new LettuceStoreProvider().create(StoreUrl.parse(args[0])));
    try (RedisClient client = RedisClient.create(args[0])) {
      TourForTests.through(LettuceStore.of(client));
    }
    System.out.println("works");
    System.exit(0);
  }
}
