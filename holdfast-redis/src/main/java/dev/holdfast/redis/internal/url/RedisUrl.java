package dev.holdfast.redis.internal.url;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is: {@code redis://[[user]:password@]host[:port][/database]} for one server, {@code
 * redis+cluster://[…@]host[:port],host[:port],…} for a cluster, {@code
 * redis+sentinel://[…@]host[:port],host[:port],…/master[/database]} for the master that Sentinels
 * name; with {@code rediss} in the place of {@code redis} for TLS, about which {@link RedisTls} has
 * more. User and password may be percent-encoded. {@code toString()} has no password.
 */
public final class RedisUrl {
  private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+\\]|[^:/@,\\[\\]]+)(?::[0-9]{1,5})?";
  private static final Pattern FORM =
      Pattern.compile(
          "//(?:(?<user>[^:@/]*):(?<password>.*)@)?"
              + ("(?<hosts>" + HOST + "(?:," + HOST + ")*)")
              + "(?:/(?<path>[^/@]*(?:/[0-9]{1,5})?)?)?");
  private static final Set<String> PARAMETERS =
      Set.of("namespace", "connectTimeout", "client", "prefix");
  private static final Set<String> SENTINEL_PARAMETERS = Set.of("sentinelUser", "sentinelPassword");
  private static final int PORT = 6379;
  private static final int SENTINEL_PORT = 26379;

  /** What stands behind the URL. */
  public enum Kind {
    /** One server. */
    SERVER("redis", "redis://[[user]:password@]host[:port][/database]"),
    /** A cluster, of which some nodes are named. */
    CLUSTER("redis+cluster", "redis+cluster://[[user]:password@]host[:port],host[:port],…"),
    /** A master and its replicas, watched by the Sentinels that are named. */
    SENTINEL(
        "redis+sentinel",
        "redis+sentinel://[[user]:password@]host[:port],host[:port],…/master[/database]");

    private final String scheme;
    private final String form;

    Kind(String scheme, String form) {
      this.scheme = scheme;
      this.form = form;
    }

    private String secure() {
      return scheme.replaceFirst("redis", "rediss");
    }
  }

  private final Kind kind;
  private final List<NodeAddress> nodes;
  private final String master;
  private final int database;
  private final @Nullable RedisTls tls;
  private final @Nullable String user;
  private final @Nullable String password;
  private final Map<String, String> parameters;

  private RedisUrl(
      Kind kind,
      List<NodeAddress> nodes,
      String master,
      int database,
      @Nullable RedisTls tls,
      @Nullable String user,
      @Nullable String password,
      Map<String, String> parameters) {
    this.kind = kind;
    this.nodes = nodes;
    this.master = master;
    this.database = database;
    this.tls = tls;
    this.user = user;
    this.password = password;
    this.parameters = parameters;
  }

  /** Whether the URL is of this kind, and names this client library or none. */
  public static boolean fits(StoreUrl url, String client) {
    return kindOf(url).isPresent() && url.parameter("client").map(client::equals).orElse(true);
  }

  private static Optional<Kind> kindOf(StoreUrl url) {
    return Arrays.stream(Kind.values())
        .filter(kind -> url.scheme().equals(kind.scheme) || url.scheme().equals(kind.secure()))
        .findFirst();
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  public static RedisUrl parse(StoreUrl url) {
    Kind kind = kindOf(url).orElse(Kind.SERVER);
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(url, kind);
    }
    if (kind == Kind.SERVER && form.group("hosts").contains(",")) {
      throw malformed(
          url,
          "it names several servers, and redis:// is one; a cluster is redis+cluster://, a master"
              + " behind Sentinels redis+sentinel://, a majority of independent servers redlock://; "
              + shouldLook(kind));
    }
    boolean tls = url.scheme().startsWith("rediss");
    checkParameters(url, kind, tls);
    List<NodeAddress> nodes =
        Arrays.stream(form.group("hosts").split(",")).map(host -> node(url, kind, host)).toList();
    String[] path = path(url, kind, form.group("path"));
    String user = decode(url, form.group("user"));
    return new RedisUrl(
        kind,
        nodes,
        path[0],
        path[1].isEmpty() ? 0 : Integer.parseInt(path[1]),
        tls ? RedisTls.of(url) : null,
        user == null || user.isEmpty() ? null : user,
        decode(url, form.group("password")),
        url.parameters());
  }

  private static NodeAddress node(StoreUrl url, Kind kind, String text) {
    int colon = text.endsWith("]") ? -1 : text.lastIndexOf(':');
    int port =
        colon >= 0
            ? Integer.parseInt(text.substring(colon + 1))
            : kind == Kind.SENTINEL ? SENTINEL_PORT : PORT;
    if (port < 1 || port > 65535) {
      throw malformed(url, "its port is not between 1 and 65535");
    }
    String host = colon >= 0 ? text.substring(0, colon) : text;
    return new NodeAddress(host.replaceAll("[\\[\\]]", ""), port);
  }

  /** The master's name and the database, each empty if there is none. */
  private static String[] path(StoreUrl url, Kind kind, @Nullable String path) {
    String[] parts = (path == null ? "" : path).split("/", 2);
    String last = parts.length == 2 ? parts[1] : "";
    return switch (kind) {
      case SENTINEL -> {
        if (parts[0].isEmpty()) {
          throw malformed(url, "it does not say which master; " + shouldLook(kind));
        }
        yield new String[] {parts[0], last};
      }
      case CLUSTER -> {
        if (!last.isEmpty() || !parts[0].matches("0?")) {
          throw malformed(url, "a cluster has database 0 alone");
        }
        yield new String[] {"", ""};
      }
      case SERVER -> {
        if (!last.isEmpty() || !parts[0].matches("[0-9]{0,5}")) {
          throw malformed(url, kind);
        }
        yield new String[] {"", parts[0]};
      }
    };
  }

  private static IllegalArgumentException malformed(StoreUrl url, Kind kind) {
    return malformed(url, shouldLook(kind));
  }

  private static String shouldLook(Kind kind) {
    return "it should look like " + kind.form;
  }

  private static void checkParameters(StoreUrl url, Kind kind, boolean tls) {
    for (String parameter : url.parameters().keySet()) {
      if (RedisTls.PARAMETERS.contains(parameter) && !tls) {
        throw malformed(
            url, "its '" + parameter + "' is for TLS, but it asks for none; rediss:// does");
      }
      if (parameter.equals("prefix")) {
        checkPrefix(url);
      }
      if (kind == Kind.SENTINEL && SENTINEL_PARAMETERS.contains(parameter)) {
        continue;
      }
      if (!PARAMETERS.contains(parameter) && !RedisTls.PARAMETERS.contains(parameter)) {
        throw malformed(
            url,
            "it has an unknown parameter "
                + url.quoted(parameter)
                + "; known are namespace, connectTimeout, client, prefix, and with rediss://: ca,"
                + " cert, key, truststore,"
                + " truststorePassword, keystore, keystorePassword; with redis+sentinel://: sentinelUser,"
                + " sentinelPassword");
      }
    }
  }

  private static void checkPrefix(StoreUrl url) {
    try {
      String unused = KeyPrefix.check(url.parameter("prefix").orElse(KeyPrefix.NONE));
    } catch (IllegalArgumentException none) {
      throw malformed(url, String.valueOf(none.getMessage()));
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

  /** What all keys and channels begin with; empty unless it is said. */
  public String prefix() {
    return parameters.getOrDefault("prefix", KeyPrefix.NONE);
  }

  /** What stands behind it. */
  public Kind kind() {
    return kind;
  }

  /** The server, or the first that is named. */
  public NodeAddress node() {
    return nodes.get(0);
  }

  /** The server, some nodes of the cluster, or Sentinels; never empty. */
  public List<NodeAddress> nodes() {
    return nodes;
  }

  /** The name that the Sentinels have for the master; empty if there are none. */
  public String master() {
    return master;
  }

  /** The Sentinels as the servers that they are, and how to be let in there. */
  RedisUrl ofSentinels() {
    return new RedisUrl(
        Kind.SERVER,
        nodes,
        "",
        0,
        tls,
        parameters.get("sentinelUser"),
        parameters.get("sentinelPassword"),
        parameters);
  }

  /** The user for the Sentinels, if they want one. */
  public Optional<String> sentinelUser() {
    return Optional.ofNullable(parameters.get("sentinelUser"));
  }

  /** The password for the Sentinels, if they want one: never print it. */
  public Optional<String> sentinelPassword() {
    return Optional.ofNullable(parameters.get("sentinelPassword"));
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
    return (tls == null ? kind.scheme : kind.secure())
        + "://"
        + (user == null ? "" : user + "@")
        + nodes.stream().map(RedisUrl::written).collect(Collectors.joining(","))
        + (master.isEmpty() ? "" : "/" + master)
        + (database == 0 ? "" : "/" + database);
  }

  private static String written(NodeAddress node) {
    return (node.host().contains(":") ? "[" + node.host() + "]" : node.host()) + ":" + node.port();
  }
}
