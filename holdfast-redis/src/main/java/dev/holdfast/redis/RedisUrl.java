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
 * {@code rediss} for TLS, about which {@link RedisTls} has more. User and password may be
 * percent-encoded. {@code toString()} has no password.
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
  private final @Nullable RedisTls tls;
  private final @Nullable String user;
  private final @Nullable String password;

  private RedisUrl(
      String host,
      int port,
      int database,
      @Nullable RedisTls tls,
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
    boolean tls = url.scheme().equals("rediss");
    checkParameters(url, tls);
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
        tls ? RedisTls.of(url) : null,
        user == null || user.isEmpty() ? null : user,
        decode(url, form.group("password")));
  }

  private static void checkParameters(StoreUrl url, boolean tls) {
    for (String parameter : url.parameters().keySet()) {
      if (RedisTls.PARAMETERS.contains(parameter) && !tls) {
        throw malformed(
            url, "its '" + parameter + "' is for TLS, but it asks for none; rediss:// does");
      }
      if (!PARAMETERS.contains(parameter) && !RedisTls.PARAMETERS.contains(parameter)) {
        throw malformed(
            url,
            "it has an unknown parameter '"
                + parameter
                + "'; known are namespace, client, and with rediss://: ca, cert, key, truststore,"
                + " truststorePassword, keystore, keystorePassword");
      }
    }
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

  static IllegalArgumentException malformed(StoreUrl url, String why) {
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

  /** How to connect with TLS, if so. */
  public Optional<RedisTls> tls() {
    return Optional.ofNullable(tls);
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
    return (tls == null ? "redis://" : "rediss://")
        + (user == null ? "" : user + "@")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + port
        + (database == 0 ? "" : "/" + database);
  }
}
