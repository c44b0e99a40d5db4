package dev.holdfast.redis.jedis.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/**
 * Which Jedis is there. A framework chooses it for the application, so it may be older than what
 * Holdfast is made with: one that cannot serve is refused with a sentence, before the class loader
 * finds a class missing in it. This class itself needs nothing that an old Jedis has not.
 */
public final class JedisVersion {
  private static final String LEAST = "7.2";
  private static final String CLASS_SINCE_LEAST = "redis.clients.jedis.RedisClient";
  private static final String REMEDY =
      "name redis.clients:jedis in version %s or later among the dependencies (with Spring Boot, the"
          + " property jedis.version), or use Lettuce with dev.holdfast:holdfast-redis-lettuce";

  private JedisVersion() {}

  /** The version that is there, as Jedis itself says it: {@code Jedis 7.0.0}. */
  public static String found() {
    Properties properties = new Properties();
    try (InputStream in = UnifiedJedis.class.getResourceAsStream("pom.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException unreadable) {
      return "an unknown version of Jedis";
    }
    String version = properties.getProperty("version");
    return version == null ? "an unknown version of Jedis" : "Jedis " + version;
  }

  /** Whether the Jedis that is there has the clients that Holdfast works with. */
  public static boolean isTooOld() {
    try {
      Class.forName(CLASS_SINCE_LEAST, false, UnifiedJedis.class.getClassLoader());
      return false;
    } catch (ClassNotFoundException older) {
      return true;
    }
  }

  /**
   * Refuses a Jedis that is too old for any lock.
   *
   * @throws IllegalArgumentException with the version found, the least version, and the remedy
   */
  public static void requireLeast() {
    if (isTooOld()) {
      throw new IllegalArgumentException(
          "found "
              + found()
              + ", but locks need Jedis "
              + LEAST
              + " or later: "
              + REMEDY.formatted(LEAST));
    }
  }

  /**
   * Refuses a Jedis whose clients for Sentinels or clusters do not show their connections, which
   * pushes and shards need.
   *
   * @param client the class of the client
   * @param shownBy its method that shows them, since Jedis 8
   * @throws IllegalArgumentException with the version found, the least version, and the remedy
   */
  public static void requireShownConnections(Class<? extends UnifiedJedis> client, String shownBy) {
    if (Stream.of(client.getMethods()).noneMatch(method -> method.getName().equals(shownBy))) {
      throw new IllegalArgumentException(
          "found "
              + found()
              + ", but locks through a "
              + client.getSimpleName()
              + " need Jedis 8 or later: "
              + REMEDY.formatted("8.0.2"));
    }
  }
}
