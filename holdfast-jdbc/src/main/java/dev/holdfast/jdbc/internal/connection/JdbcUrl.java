package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.spi.StoreUrl;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * A {@code jdbc:} URL, parted into what the driver gets, who connects, and what is for us. User,
 * password and parameters (that of a key store is a password, too) reach the driver apart from its
 * URL, so that no message of a driver or a pool that names the URL tells them.
 */
public final class JdbcUrl {
  private static final Set<String> OURS =
      Set.of("namespace", "client", "pool", "locks", "sessionSeconds");
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int USUAL_CONNECTIONS = 8;
  private static final Duration USUAL_LOGIN = Duration.ofSeconds(10);

  /**
   * MySQL and MariaDB read a statement anew each time, unless the driver is told to prepare it once
   * on the server; and reading is most of what an uncontended lock costs them. MySQL's driver
   * caches neither without being told, nor statements that are as long as ours.
   */
  private static final Map<String, String> PREPARED_ONCE =
      Map.of(
          "useServerPrepStmts", "true",
          "cachePrepStmts", "true",
          "prepStmtCacheSize", "250",
          "prepStmtCacheSqlLimit", "8192");

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
              if (!OURS.contains(name) && !isOurTimeout(name)) {
                properties.setProperty(name, value);
              }
            });
    this.connections = connections(url);
    loginBounds(url.scheme(), login()).forEach(properties::putIfAbsent);
    if (!url.scheme().equals("jdbc:postgresql")) {
      PREPARED_ONCE.forEach(properties::putIfAbsent);
    }
  }

  /** With a unit; without one it is the driver's. */
  private boolean isOurTimeout(String name) {
    return name.equals("connectTimeout") && url.connectTimeout().isPresent();
  }

  /**
   * What bounds a login, in the words of each driver, which else wait for an answer of a silent
   * server for half a minute or without end. The bounds of sockets hold until a connection is
   * borrowed, which has its own; see {@link BorrowedConnection}.
   */
  private static Map<String, String> loginBounds(String scheme, Duration login) {
    String millis = Long.toString(login.toMillis());
    String seconds = Long.toString(login.plusMillis(999).toSeconds());
    return scheme.equals("jdbc:postgresql")
        ? Map.of("loginTimeout", seconds, "connectTimeout", seconds, "socketTimeout", seconds)
        : Map.of("connectTimeout", millis, "socketTimeout", millis);
  }

  /** Reads the URL; does not connect yet. */
  public static JdbcUrl of(StoreUrl url) {
    if (url.rest().isEmpty()) {
      throw new IllegalArgumentException("'" + url + "' names no database; " + JdbcPlace.form(url));
    }
    return new JdbcUrl(url);
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

  /** Whether a driver on the class path takes a URL. */
  static boolean hasDriver(String driverUrl) {
    return DriverManager.drivers()
        .anyMatch(
            driver -> {
              try {
                return driver.acceptsURL(driverUrl);
              } catch (SQLException error) {
                return false;
              }
            });
  }

  /** The driver, the servers and the database; nothing else. */
  public String driverUrl() {
    return driverUrl;
  }

  /** How long a new connection may take; the first one in a program loads classes, and more. */
  Duration login() {
    return url.connectTimeout().orElse(USUAL_LOGIN);
  }

  /**
   * User, password, and the driver's parameters, decoded: the driver does not decode them again.
   */
  public Properties properties() {
    return properties;
  }

  /** How many connections there may be at a time. */
  public int connections() {
    return connections;
  }

  /** Whether locks are to belong to connections. */
  public boolean hasSessionLocks() {
    String kind = url.parameter("locks").orElse("lease");
    if (!kind.equals("lease") && !kind.equals("session")) {
      throw new IllegalArgumentException("'" + url + "': locks should be lease or session");
    }
    return kind.equals("session");
  }

  /** How long the server is to let a silent connection keep its locks, if the URL says that. */
  public Optional<String> sessionSeconds() {
    return url.parameter("sessionSeconds");
  }

  public String scheme() {
    return url.scheme();
  }

  /** Names the database, without a password. */
  @Override
  public String toString() {
    return url.toString();
  }
}
