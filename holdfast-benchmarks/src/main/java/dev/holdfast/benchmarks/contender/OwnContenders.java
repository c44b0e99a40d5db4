package dev.holdfast.benchmarks.contender;

import dev.holdfast.LockOptions;
import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.redis.lettuce.LettuceStore;
import java.time.Duration;
import java.util.List;

/** The bare recipes, and Holdfast over the same Redis clients. */
final class OwnContenders implements ContenderProvider {
  @Override
  public List<String> ids() {
    return List.of(
        "jedis-bare",
        "jedis-token",
        "jedis-spin",
        "lettuce-bare",
        "quorum-bare",
        "holdfast-jedis",
        "holdfast-lettuce",
        "holdfast-linger",
        "holdfast-read",
        "holdfast-write",
        "holdfast-permits",
        "jedis-permits",
        "holdfast-url",
        "holdfast-url-jedis",
        "holdfast-url-lettuce");
  }

  @Override
  public Contender open(String id, String redisUrl, int threads) {
    return switch (id) {
      case "jedis-bare" -> new BareJedis(new CountedJedis(redisUrl, threads), false);
      case "jedis-token" -> new BareToken(new CountedJedis(redisUrl, threads));
      case "jedis-spin" -> new BareJedis(new CountedJedis(redisUrl, threads), true);
      case "quorum-bare" -> new BareQuorum(redisUrl);
      case "lettuce-bare" -> new BareLettuce(new CountedLettuce(redisUrl));
      case "holdfast-jedis" ->
          overJedis(redisUrl, threads, LockOptions.defaults(), Ours.Kind.MUTEX);
      case "holdfast-read" -> overJedis(redisUrl, threads, LockOptions.defaults(), Ours.Kind.READ);
      case "holdfast-write" ->
          overJedis(redisUrl, threads, LockOptions.defaults(), Ours.Kind.WRITE);
      case "holdfast-permits" ->
          overJedis(redisUrl, threads, LockOptions.defaults(), Ours.Kind.PERMIT);
      case "holdfast-url" -> new Connected(redisUrl);
      case "holdfast-url-jedis" -> new Connected(redisUrl + "?client=jedis");
      case "holdfast-url-lettuce" -> new Connected(redisUrl + "?client=lettuce");
      case "jedis-permits" -> new BarePermits(new CountedJedis(redisUrl, threads));
      case "holdfast-linger" ->
          overJedis(
              redisUrl,
              threads,
              LockOptions.defaults().linger(Duration.ofSeconds(10)),
              Ours.Kind.MUTEX);
      case "holdfast-lettuce" -> {
        CountedLettuce client = new CountedLettuce(redisUrl);
        yield new Ours(
            LettuceStore.of(client.client()),
            LockOptions.defaults(),
            Ours.Kind.MUTEX,
            client::sent,
            client::close);
      }
      default -> throw new IllegalArgumentException(id);
    };
  }

  private static Contender overJedis(
      String redisUrl, int threads, LockOptions options, Ours.Kind kind) {
    return over(CountedJedis.asOfUrl(redisUrl, threads), options, kind);
  }

  private static Contender over(CountedJedis client, LockOptions options, Ours.Kind kind) {
    return new Ours(JedisStore.of(client.client()), options, kind, client::sent, client::close);
  }
}
