package dev.holdfast.consensus;

import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a service is: {@code
 * scheme://[user:password@]host[:port][,host[:port]…][/path][?session=30s]}. User and password may
 * be percent-encoded. {@code toString()} has no password. Immutable.
 */
public final class Address {
  /** Of a URL without one. */
  public static final String USUAL_PATH = "/holdfast";

  private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+\\]|[^:/@,\\[\\]]+)(?::[0-9]{1,5})?";
  private static final Pattern WITH_PORT = Pattern.compile(".*[^\\]:]:[0-9]+|.*\\]:[0-9]+");
  private static final Pattern FORM =
      Pattern.compile(
          "//(?:(?<user>[^:@/]*):(?<password>.*)@)?"
              + ("(?<hosts>" + HOST + "(?:," + HOST + ")*)")
              + "(?<path>(?:/[A-Za-z0-9._-]+)*)/?");

  private final StoreUrl url;
  private final String service;
  private final List<String> hosts;
  private final String path;
  private final @Nullable String user;
  private final @Nullable String password;

  private Address(
      StoreUrl url,
      String service,
      List<String> hosts,
      String path,
      @Nullable String user,
      @Nullable String password) {
    this.url = url;
    this.service = service;
    this.hosts = hosts;
    this.path = path;
    this.user = user;
    this.password = password;
  }

  /**
   * Takes a URL apart.
   *
   * @param service whose URL it should be, for errors: {@code "an etcd"}
   * @param usualPort of hosts without one
   * @param known the parameters that it may have
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  public static Address parse(StoreUrl url, String service, int usualPort, Set<String> known) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(
          url,
          service,
          "it should look like "
              + url.scheme()
              + "://[user:password@]host[:port][,host[:port]…][/path]");
    }
    for (String parameter : url.parameters().keySet()) {
      if (!known.contains(parameter)) {
        String names = String.join(", ", known.stream().sorted().toList());
        throw malformed(
            url,
            service,
            "it has an unknown parameter " + url.quoted(parameter) + "; known are " + names);
      }
    }
    List<String> hosts =
        Stream.of(form.group("hosts").split(",", -1))
            .map(host -> WITH_PORT.matcher(host).matches() ? host : host + ":" + usualPort)
            .toList();
    String path = form.group("path");
    try {
      return new Address(
          url,
          service,
          hosts,
          path.isEmpty() ? USUAL_PATH : path,
          decode(form.group("user")),
          decode(form.group("password")));
    } catch (IllegalArgumentException undecodable) {
      throw malformed(url, service, "its user or password has a malformed percent escape");
    }
  }

  private static @Nullable String decode(@Nullable String part) {
    return part == null
        ? null
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException malformed(StoreUrl url, String service, String why) {
    return new IllegalArgumentException("'" + url + "' is not " + service + " URL: " + why);
  }

  /** The error for a URL that is wrong in what only this service knows about. */
  public IllegalArgumentException malformed(String why) {
    return malformed(url, service, why);
  }

  /**
   * For how long a session is to last without a word, as the parameter says.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public Duration session(Duration usual) {
    try {
      return url.duration("session").orElse(usual);
    } catch (IllegalArgumentException wrong) {
      throw malformed("its session should look like 30s, 2m or 6000ms");
    }
  }

  /** How long connecting may take; 10 s unless the URL says otherwise. */
  public Duration connectTimeout() {
    return url.connectTimeout().orElse(Duration.ofSeconds(10));
  }

  /** The servers, each with its port. */
  public List<String> hosts() {
    return hosts;
  }

  /** Under what everything is kept. */
  public String path() {
    return path;
  }

  /** The user as whom the client asks, with the password beside. */
  public Optional<String> user() {
    return Optional.ofNullable(user);
  }

  /** Empty without a user: never print it. */
  public String password() {
    return password == null ? "" : password;
  }

  @Override
  public String toString() {
    String who = user == null ? "" : user + "@";
    return url.scheme() + "://" + who + String.join(",", hosts) + path;
  }
}
