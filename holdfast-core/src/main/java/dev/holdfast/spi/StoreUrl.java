package dev.holdfast.spi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A store's URL, taken apart as far as all stores agree: {@code scheme:rest?parameters}. {@code
 * toString()} shows only what cannot be part of a password, so a URL of this type may be printed.
 */
public final class StoreUrl {
  private static final String CONNECT_TIMEOUT = "connectTimeout";
  private static final Duration LONGEST_CONNECTING = Duration.ofHours(1);
  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>jdbc:[A-Za-z][A-Za-z0-9+.-]*|[A-Za-z][A-Za-z0-9+.-]*):(?<rest>[^?]*)(\\?(?<query>.*))?",
          Pattern.DOTALL);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,7}");

  private final String text;
  private final String scheme;
  private final String rest;
  private final Map<String, String> parameters;

  private StoreUrl(String text, String scheme, String rest, Map<String, String> parameters) {
    this.text = text;
    this.scheme = scheme;
    this.rest = rest;
    this.parameters = parameters;
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it has no scheme or a malformed parameter
   */
  public static StoreUrl parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.isBlank() || !form.matches()) {
      throw new IllegalArgumentException(
          "'"
              + mask(text)
              + "' is not a store URL: it should begin with a scheme, for example"
              + " redis://localhost:6379, sqlite:/path/to/file or memory:");
    }
    return new StoreUrl(
        text,
        form.group("scheme").toLowerCase(java.util.Locale.ROOT),
        form.group("rest"),
        parameters(text, form.group("query")));
  }

  private static Map<String, String> parameters(
      String text, @org.jspecify.annotations.Nullable String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException(
            "'"
                + mask(text)
                + "' has a malformed parameter; parameters look like ?name=value&…, and in a user or a"
                + " password a '?' is written as %3F, in a parameter a '&' as %26");
      }
      parameters.put(
          decode(text, pair.substring(0, equals)), decode(text, pair.substring(equals + 1)));
    }
    return parameters;
  }

  private static String decode(String text, String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          // Without the cause, which quotes what stands there.
          "'" + mask(text) + "' has a malformed percent escape in a parameter");
    }
  }

  /** What stands before the first colon, in lower case ({@code jdbc:mysql} for JDBC URLs). */
  public String scheme() {
    return scheme;
  }

  /** What stands between the scheme's colon and the question mark, as it was written. */
  public String rest() {
    return rest;
  }

  /** A parameter, decoded. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /**
   * A parameter that is a time: whole seconds, as {@code 30}, or what {@link DurationText} reads,
   * as {@code 30s}, {@code 2m}, {@code 6000ms}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public Optional<Duration> duration(String name) {
    return parameter(name).map(text -> duration(name, text));
  }

  private Duration duration(String name, String text) {
    try {
      return DurationText.parse(SECONDS.matcher(text).matches() ? text + "s" : text);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          // Without the cause, which quotes what stands there.
          "'" + this + "': its " + name + " should look like 30s, 2m or 6000ms");
    }
  }

  /**
   * How long opening the store may take at most, if the URL says so: {@code connectTimeout}, one
   * name for all stores. Drivers of databases have a parameter of the same name; a number without a
   * unit in a {@code jdbc:} URL is theirs, in the unit that the driver gives it.
   *
   * @throws IllegalArgumentException if it is no time, or not between 1 ms and 1 h
   */
  public Optional<Duration> connectTimeout() {
    Optional<String> text = parameter(CONNECT_TIMEOUT);
    if (scheme.startsWith("jdbc:") && text.filter(StoreUrl::isNumber).isPresent()) {
      return Optional.empty();
    }
    Optional<Duration> timeout = duration(CONNECT_TIMEOUT);
    if (timeout
        .filter(
            time ->
                time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST_CONNECTING) > 0)
        .isPresent()) {
      throw new IllegalArgumentException(
          "'" + this + "': its connectTimeout is not between 1 ms and 1 h");
    }
    return timeout;
  }

  private static boolean isNumber(String text) {
    return text.chars().allMatch(each -> each >= '0' && each <= '9');
  }

  /** All parameters, decoded, in order; unmodifiable. */
  public Map<String, String> parameters() {
    return java.util.Collections.unmodifiableMap(parameters);
  }

  /** The URL as it was written, with its password: never print it. */
  public String secret() {
    return text;
  }

  /**
   * What may be shown of a text that should be a store's URL: what was recognized in it and cannot
   * be part of a password. All else is left out.
   */
  public static String mask(String text) {
    return ShownUrl.of(text);
  }

  /**
   * How a message names a parameter that a store does not know: in quotes, unless it may be part of
   * a password with a question mark in it.
   */
  public String quoted(String parameter) {
    String query = text.substring(Math.max(0, text.indexOf('?')));
    return ShownUrl.isOfThePassword(query) ? "…" : "'" + parameter + "'";
  }

  @Override
  public String toString() {
    return mask(text);
  }
}
