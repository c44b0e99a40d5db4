package dev.holdfast.zookeeper;

import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of an ensemble: {@code
 * zookeeper://[user:password@]host[:port][,host[:port]…][/path][?session=30s]}. User and password
 * may be percent-encoded. {@code toString()} has no password.
 */
final class ZooKeeperUrl {
  static final Duration USUAL_SESSION = Duration.ofSeconds(30);

  private static final String USUAL_PATH = "/holdfast";
  private static final String USUAL_PORT = ":2181";
  private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+\\]|[^:/@,\\[\\]]+)(?::[0-9]{1,5})?";
  private static final Pattern FORM =
      Pattern.compile(
          "//(?:(?<user>[^:@/]*):(?<password>.*)@)?"
              + ("(?<hosts>" + HOST + "(?:," + HOST + ")*)")
              + "(?<path>(?:/[A-Za-z0-9._-]+)*)/?");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,7})(ms|s|m)?");
  private static final Set<String> PARAMETERS = Set.of("namespace", "session");

  private final String servers;
  private final String path;
  private final Duration session;
  private final @Nullable String user;
  private final @Nullable String password;

  private ZooKeeperUrl(
      String servers,
      String path,
      Duration session,
      @Nullable String user,
      @Nullable String password) {
    this.servers = servers;
    this.path = path;
    this.session = session;
    this.user = user;
    this.password = password;
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  static ZooKeeperUrl parse(StoreUrl url) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(
          url, "it should look like zookeeper://[user:password@]host[:port][,host[:port]…][/path]");
    }
    for (String parameter : url.parameters().keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw malformed(
            url, "it has an unknown parameter '" + parameter + "'; known are namespace, session");
      }
    }
    String servers =
        Stream.of(form.group("hosts").split(",", -1))
            .map(host -> host.matches(".*[^\\]:]:[0-9]+|.*\\]:[0-9]+") ? host : host + USUAL_PORT)
            .collect(Collectors.joining(","));
    String path = form.group("path");
    for (String part : path.split("/", -1)) {
      if (part.equals(".") || part.equals("..")) {
        throw malformed(url, "its path has a part '" + part + "'");
      }
    }
    return new ZooKeeperUrl(
        servers,
        path.isEmpty() ? USUAL_PATH : path,
        session(url),
        decode(url, form.group("user")),
        decode(url, form.group("password")));
  }

  private static Duration session(StoreUrl url) {
    Optional<String> text = url.parameter("session");
    if (text.isEmpty()) {
      return USUAL_SESSION;
    }
    Matcher time = TIME.matcher(text.get());
    if (!time.matches()) {
      throw malformed(url, "its session should look like 30s, 2m or 6000ms");
    }
    long number = Long.parseLong(time.group(1));
    Duration session =
        switch (time.group(2) == null ? "s" : time.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofSeconds(number);
        };
    if (session.compareTo(Duration.ofSeconds(1)) < 0
        || session.compareTo(Duration.ofHours(1)) > 0) {
      throw malformed(url, "its session is not between 1 s and 1 h");
    }
    return session;
  }

  private static @Nullable String decode(StoreUrl url, @Nullable String part) {
    try {
      return part == null
          ? null
          : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw malformed(url, "its user or password has a malformed percent escape");
    }
  }

  private static IllegalArgumentException malformed(StoreUrl url, String why) {
    return new IllegalArgumentException("'" + url + "' is not a ZooKeeper URL: " + why);
  }

  /** The servers, each with its port, as ZooKeeper's clients want them. */
  String servers() {
    return servers;
  }

  /** The node under which everything is. */
  String path() {
    return path;
  }

  /** How long a session is to last without a word; the server decides. */
  Duration session() {
    return session;
  }

  /** User and password for the scheme "digest": never print them. */
  Optional<byte[]> credentials() {
    return user == null || password == null
        ? Optional.empty()
        : Optional.of((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "zookeeper://" + (user == null ? "" : user + "@") + servers + path;
  }
}
