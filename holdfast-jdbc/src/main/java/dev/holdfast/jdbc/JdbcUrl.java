package dev.holdfast.jdbc;

import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code jdbc:} URL, parted into what the driver gets, who connects, and what is for us. User and
 * password reach the driver apart from its URL, so that no message of a driver or a pool that names
 * the URL tells them.
 */
final class JdbcUrl {
  private static final Set<String> OURS =
      Set.of("namespace", "client", "pool", "locks", "sessionSeconds");
  private static final Set<String> CREDENTIALS = Set.of("user", "password");
  private static final Pattern USER_INFO =
      Pattern.compile("//(?<user>[^/@:]*)(:(?<password>[^/@]*))?@(?<rest>.*)", Pattern.DOTALL);
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int USUAL_CONNECTIONS = 8;

  private final StoreUrl url;
  private final String driverUrl;
  private final Properties properties = new Properties();
  private final int connections;

  private JdbcUrl(StoreUrl url) {
    this.url = url;
    String rest = url.rest();
    Matcher userInfo = USER_INFO.matcher(rest);
    if (userInfo.matches()) {
      rest = "//" + userInfo.group("rest");
      property("user", userInfo.group("user"));
      property("password", userInfo.group("password"));
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    url.parameters()
        .forEach(
            (name, value) -> {
              if (CREDENTIALS.contains(name)) {
                properties.setProperty(name, value);
              } else if (!OURS.contains(name)) {
                parameters.put(name, value);
              }
            });
    this.driverUrl = url.scheme() + ":" + rest + query(parameters);
    this.connections = connections(url);
  }

  /** Reads the URL; does not connect yet. */
  static JdbcUrl of(StoreUrl url) {
    if (url.rest().isEmpty()) {
      throw new IllegalArgumentException("'" + url + "' names no database; " + form(url));
    }
    return new JdbcUrl(url);
  }

  private static String form(StoreUrl url) {
    return "a URL of this kind looks like " + url.scheme() + "://user:password@host/database";
  }

  private void property(String name, @Nullable String escaped) {
    if (escaped != null) {
      // Here a plus is a plus.
      String text = escaped.replace("+", "%2B");
      properties.setProperty(name, URLDecoder.decode(text, StandardCharsets.UTF_8));
    }
  }

  private static String query(Map<String, String> parameters) {
    StringBuilder query = new StringBuilder();
    parameters.forEach(
        (name, value) ->
            query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(value));
    return query.toString();
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

  /** What the driver is told: no credentials, nothing of ours. */
  String driverUrl() {
    return driverUrl;
  }

  /** User and password, if the URL has them. */
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
