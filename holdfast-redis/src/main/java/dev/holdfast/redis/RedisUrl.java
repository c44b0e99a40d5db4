package dev.holdfast.redis;

import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of one Redis server: {@code redis://[[user]:password@]host[:port][/database]}, with
 * {@code rediss} for TLS. User and password may be percent-encoded. {@code toString()} has no
 * password.
 */
public final class RedisUrl {
  private static final Pattern FORM =
      Pattern.compile(
          "//(?:(?<user>[^:@/]*):(?<password>.*)@)?"
              + "(?<host>\\[[0-9A-Fa-f:.%]+\\]|[^:/@\\[\\]]+)(?::(?<port>[0-9]{1,5}))?"
              + "(?:/(?<database>[0-9]{1,5})?)?");
  private static final Set<String> PARAMETERS = Set.of("namespace", "client");

  private final String host;
  private final int port;
  private final int database;
  private final boolean tls;
  private final @Nullable String user;
  private final @Nullable String password;

  private RedisUrl(
      String host,
      int port,
      int database,
      boolean tls,
      @Nullable String user,
      @Nullable String password) {
    this.host = host;
    this.port = port;
    this.database = database;
    this.tls = tls;
    this.user = user;
    this.password = password;
  }

  /** Whether the URL is of this kind, and names this client library or none. */
  public static boolean fits(StoreUrl url, String client) {
    return (url.scheme().equals("redis") || url.scheme().equals("rediss"))
        && url.parameter("client").map(client::equals).orElse(true);
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  public static RedisUrl parse(StoreUrl url) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(url, "it should look like redis://[[user]:password@]host[:port][/database]");
    }
    for (String parameter : url.parameters().keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw malformed(
            url, "it has an unknown parameter '" + parameter + "'; known are namespace and client");
      }
    }
    int port = form.group("port") == null ? 6379 : Integer.parseInt(form.group("port"));
    if (port < 1 || port > 65535) {
      throw malformed(url, "its port is not between 1 and 65535");
    }
    String database = form.group("database");
    String user = decode(url, form.group("user"));
    return new RedisUrl(
        form.group("host").replaceAll("[\\[\\]]", ""),
        port,
        database == null ? 0 : Integer.parseInt(database),
        url.scheme().equals("rediss"),
        user == null || user.isEmpty() ? null : user,
        decode(url, form.group("password")));
  }

  private static @Nullable String decode(StoreUrl url, @Nullable String part) {
    try {
      // A plus sign is a plus sign here; only form parameters write spaces like that.
      return part == null
          ? null
          : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw malformed(url, "its user or password has a malformed percent escape");
    }
  }

  private static IllegalArgumentException malformed(StoreUrl url, String why) {
    return new IllegalArgumentException("'" + url + "' is not a Redis URL: " + why);
  }

  /** The server's host; an IPv6 address without its brackets. */
  public String host() {
    return host;
  }

  /** The server's port. */
  public int port() {
    return port;
  }

  /** The number of the database. */
  public int database() {
    return database;
  }

  /** Whether to connect with TLS. */
  public boolean tls() {
    return tls;
  }

  /** The user, if it is not the default user. */
  public Optional<String> user() {
    return Optional.ofNullable(user);
  }

  /** The password: never print it. */
  public Optional<String> password() {
    return Optional.ofNullable(password);
  }

  @Override
  public String toString() {
    return (tls ? "rediss://" : "redis://")
        + (user == null ? "" : user + "@")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + port
        + (database == 0 ? "" : "/" + database);
  }
}
