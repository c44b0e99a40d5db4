package dev.holdfast.etcd;

import dev.holdfast.spi.StoreUrl;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of a cluster: {@code
 * etcd://[user:password@]host[:port][,host[:port]…][/path][?session=30s]}. User and password may be
 * percent-encoded. {@code toString()} has no password.
 */
final class EtcdUrl {
  static final long USUAL_SESSION_SECONDS = 30;
  static final long SHORTEST_SESSION_SECONDS = 2;

  /** What is longer, leaders may remember in parts; see {@link Certainty}. */
  static final long LONGEST_SESSION_SECONDS = 300;

  static final String USUAL_PATH = "/holdfast";

  private static final String USUAL_PORT = ":2379";
  private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+\\]|[^:/@,\\[\\]]+)(?::[0-9]{1,5})?";
  private static final Pattern FORM =
      Pattern.compile(
          "//(?:(?<user>[^:@/]*):(?<password>.*)@)?"
              + ("(?<hosts>" + HOST + "(?:," + HOST + ")*)")
              + "(?<path>(?:/[A-Za-z0-9._-]+)*)/?");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,4})(s|m)?");
  private static final Set<String> PARAMETERS = Set.of("namespace", "session");

  private final List<URI> members;
  private final String hosts;
  private final String path;
  private final long sessionSeconds;
  private final @Nullable String user;
  private final @Nullable String password;

  private EtcdUrl(
      String hosts,
      String path,
      long sessionSeconds,
      @Nullable String user,
      @Nullable String password) {
    this.hosts = hosts;
    this.members =
        Stream.of(hosts.split(",", -1)).map(host -> URI.create("http://" + host)).toList();
    this.path = path;
    this.sessionSeconds = sessionSeconds;
    this.user = user;
    this.password = password;
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  static EtcdUrl parse(StoreUrl url) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(
          url, "it should look like etcd://[user:password@]host[:port][,host[:port]…][/path]");
    }
    for (String parameter : url.parameters().keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw malformed(
            url, "it has an unknown parameter '" + parameter + "'; known are namespace, session");
      }
    }
    String hosts =
        Stream.of(form.group("hosts").split(",", -1))
            .map(host -> host.matches(".*[^\\]:]:[0-9]+|.*\\]:[0-9]+") ? host : host + USUAL_PORT)
            .reduce((a, b) -> a + "," + b)
            .orElseThrow();
    String path = form.group("path");
    try {
      return new EtcdUrl(
          hosts,
          path.isEmpty() ? USUAL_PATH : path,
          session(url),
          decode(url, form.group("user")),
          decode(url, form.group("password")));
    } catch (IllegalArgumentException refused) {
      if (refused.getCause() == null) {
        throw refused;
      }
      throw malformed(url, "a host is none");
    }
  }

  private static long session(StoreUrl url) {
    Optional<String> text = url.parameter("session");
    if (text.isEmpty()) {
      return USUAL_SESSION_SECONDS;
    }
    Matcher time = TIME.matcher(text.get());
    if (!time.matches()) {
      throw malformed(url, "its session should look like 30s or 2m: etcd counts whole seconds");
    }
    long seconds = Long.parseLong(time.group(1)) * ("m".equals(time.group(2)) ? 60 : 1);
    if (seconds < SHORTEST_SESSION_SECONDS || seconds > LONGEST_SESSION_SECONDS) {
      throw malformed(url, "its session is not between 2 s and 5 min");
    }
    return seconds;
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
    return new IllegalArgumentException("'" + url + "' is not an etcd URL: " + why);
  }

  /** The members, each with its port. */
  List<URI> members() {
    return members;
  }

  /** What all keys begin with. */
  String path() {
    return path;
  }

  /** How long a session may be silent. */
  long sessionSeconds() {
    return sessionSeconds;
  }

  Optional<String> user() {
    return Optional.ofNullable(user);
  }

  /** Empty without a user: never print it. */
  String password() {
    return password == null ? "" : password;
  }

  @Override
  public String toString() {
    return "etcd://" + (user == null ? "" : user + "@") + hosts + path;
  }
}
