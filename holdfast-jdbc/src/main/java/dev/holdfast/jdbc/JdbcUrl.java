package dev.holdfast.jdbc;

import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;

/**
 * A {@code jdbc:} URL, parted into what the driver gets, who connects, and what is for us. User,
 * password and parameters (that of a key store is a password, too) reach the driver apart from its
 * URL, so that no message of a driver or a pool that names the URL tells them.
 */
final class JdbcUrl {
  private static final Set<String> OURS =
      Set.of("namespace", "client", "pool", "locks", "sessionSeconds");
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int USUAL_CONNECTIONS = 8;

  private final StoreUrl url;
  private final String driverUrl;
  private final Properties properties = new Properties();
  private final int connections;

  private JdbcUrl(StoreUrl url) {
    this.url = url;
    JdbcPlace place = new JdbcPlace(url);
    this.driverUrl = url.scheme() + ":" + place.text();
    properties.putAll(place.credentials());
    url.parameters()
        .forEach(
            (name, value) -> {
              if (!OURS.contains(name)) {
                properties.setProperty(name, value);
              }
            });
    this.connections = connections(url);
  }

  /** Reads the URL; does not connect yet. */
  static JdbcUrl of(StoreUrl url) {
    if (url.rest().isEmpty()) {
      throw new IllegalArgumentException("'" + url + "' names no database; " + form(url));
    }
    return new JdbcUrl(url);
  }

  static String form(StoreUrl url) {
    return "a URL of this kind looks like " + url.scheme() + "://user:password@host/database";
  }

  private static int connections(StoreUrl url) {
    String text = url.parameter("pool").orElse(Integer.toString(USUAL_CONNECTIONS));
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= MOST_CONNECTIONS) {
        return number;
      }
    } catch (NumberFormatException said) {
      // Below.
    }
    throw new IllegalArgumentException(
        "'" + url + "': pool should be the greatest number of connections, 1 to 1000");
  }

  /** The driver, the servers and the database; nothing else. */
  String driverUrl() {
    return driverUrl;
  }

  /**
   * User, password, and the driver's parameters, decoded: the driver does not decode them again.
   */
  Properties properties() {
    return properties;
  }

  /** How many connections there may be at a time. */
  int connections() {
    return connections;
  }

  /** Whether locks are to belong to connections. */
  boolean hasSessionLocks() {
    String kind = url.parameter("locks").orElse("lease");
    if (!kind.equals("lease") && !kind.equals("session")) {
      throw new IllegalArgumentException("'" + url + "': locks should be lease or session");
    }
    return kind.equals("session");
  }

  /** How long the server lets a silent connection keep its locks. */
  Duration session() {
    String text = url.parameter("sessionSeconds").orElse("" + SessionLength.USUAL.toSeconds());
    try {
      Duration time = Duration.ofSeconds(Long.parseLong(text));
      if (time.compareTo(SessionLength.LEAST) >= 0 && time.compareTo(SessionLength.MOST) <= 0) {
        return time;
      }
    } catch (NumberFormatException said) {
      // Below.
    }
    throw new IllegalArgumentException(
        "'"
            + url
            + "': sessionSeconds should be after how long the server frees the locks of a client"
            + " that is silent, 3 to 3600");
  }

  String scheme() {
    return url.scheme();
  }

  /** Names the database, without a password. */
  @Override
  public String toString() {
    return url.toString();
  }
}
