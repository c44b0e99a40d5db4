package dev.holdfast.benchmarks.run;

import java.util.List;

/**
 * A client library for Redis, with the contenders over it.
 *
 * @param bare the recipe from the textbook
 * @param byUrl Holdfast with clients of its own
 * @param given Holdfast over a client as an application makes it
 */
public record RedisLibrary(String title, String bare, String byUrl, String given) {
  public static final RedisLibrary JEDIS =
      new RedisLibrary("Jedis", "jedis-bare", "holdfast-url-jedis", "holdfast-jedis");
  public static final RedisLibrary LETTUCE =
      new RedisLibrary("Lettuce", "lettuce-bare", "holdfast-url-lettuce", "holdfast-lettuce");

  public List<String> contenders() {
    return List.of(bare, byUrl, given);
  }

  /** The same, and what a URL gave at an older commit. */
  public List<String> withOlder() {
    return List.of(bare, byUrl, given, OlderLibrary.row(byUrl));
  }
}
