package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.spi.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands between scheme and parameters of a {@code jdbc:} URL, without user and password:
 * those before an at sign, and those of MySQL's {@code address=(host=h)(password=p)} and {@code
 * (host=h,password=p)}. What is left is checked, so that no driver gets a password, or a part of
 * one, in its URL: drivers and pools put that into messages.
 */
final class JdbcPlace {
  private static final Pattern SERVERS =
      Pattern.compile("(?<kind>(?:[a-z-]+:)?//)(?<rest>.*)", Pattern.DOTALL);
  private static final Pattern ALONE =
      Pattern.compile("(?<=[=)])\\(\\s*(user|password)\\s*=([^()]*)\\)");
  private static final Pattern AMONG_OTHERS =
      Pattern.compile("(?<=[(,])\\s*(user|password)\\s*=([^,()]*)(,|(?=\\)))");

  private static final String HOST =
      "(?:\\[[0-9A-Fa-f:.%]+\\]|[^@:/?#()\\[\\],;=]*)(?::[0-9]{1,5})?";
  private static final String VALUE = "[A-Za-z]+=[A-Za-z0-9._:\\[\\]-]*";
  private static final String ADDRESS =
      "(?:address=(?:\\(" + VALUE + "\\))+|\\(" + VALUE + "(?:," + VALUE + ")*,?\\))";
  private static final String SERVER = "(?:" + ADDRESS + "|" + HOST + ")";
  private static final Pattern CLEAN =
      Pattern.compile(SERVER + "(?:," + SERVER + ")*(?:/[^@?()]*)?", Pattern.DOTALL);
  private static final Pattern CLEAN_PATH = Pattern.compile("[^@:?()]*");

  private final StoreUrl url;
  private final Properties credentials = new Properties();
  private final String text;

  JdbcPlace(StoreUrl url) {
    this.url = url;
    Matcher servers = SERVERS.matcher(url.rest());
    if (servers.matches()) {
      String rest = without(AMONG_OTHERS, without(ALONE, withoutAccess(servers.group("rest"))));
      this.text = checked(CLEAN, rest, servers.group("kind") + rest);
    } else {
      this.text = checked(CLEAN_PATH, url.rest(), url.rest());
    }
  }

  static String form(StoreUrl url) {
    return "a URL of this kind looks like " + url.scheme() + "://user:password@host/database";
  }

  /** A password may have slashes and at signs of its own: it ends at the last one. */
  private String withoutAccess(String rest) {
    int at = rest.lastIndexOf('@');
    if (at < 0) {
      return rest;
    }
    String access = rest.substring(0, at);
    int colon = access.indexOf(':');
    credential("user", colon < 0 ? access : access.substring(0, colon));
    if (colon >= 0) {
      credential("password", access.substring(colon + 1));
    }
    return rest.substring(at + 1);
  }

  private String without(Pattern pattern, String rest) {
    return pattern
        .matcher(rest)
        .replaceAll(
            found -> {
              credential(found.group(1), found.group(2));
              return "";
            });
  }

  private void credential(String name, String escaped) {
    try {
      // Here a plus is a plus.
      String plain = escaped.replace("+", "%2B");
      credentials.setProperty(name, URLDecoder.decode(plain, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException malformed) {
      // Without the cause, which quotes what stands there.
      throw new IllegalArgumentException(
          "'" + url + "': its " + name + " has a malformed percent escape");
    }
  }

  private String checked(Pattern form, String rest, String result) {
    if (!form.matcher(rest).matches() || mayBePassword(rest)) {
      throw new IllegalArgumentException(
          "'"
              + url
              + "' cannot be taken apart into user, password, servers and database; "
              + form(url)
              + ", with percent escapes for what is special in a URL");
    }
    return result;
  }

  /** Whether this is the beginning of a password with a question mark in it. */
  private boolean mayBePassword(String rest) {
    String whole = url.secret();
    int query = whole.indexOf('?');
    return !rest.contains("/") && query >= 0 && whole.indexOf('@', query) >= 0;
  }

  /** User and password, if the place has them. */
  Properties credentials() {
    return credentials;
  }

  /** Servers and database, as the driver wants them. */
  String text() {
    return text;
  }
}
