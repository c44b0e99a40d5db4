package dev.holdfast.spi;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be shown of a text that should be a store's URL. A text with a slip in it is exactly the
 * one that ends in a message, and then there is no telling where in it the password is. Therefore
 * nothing is searched for and hidden: only those parts are written that were recognized and that
 * cannot be part of a password; everything else is an ellipsis.
 */
final class ShownUrl {
  private static final String LEFT_OUT = "…";
  private static final String HIDDEN = "***@";

  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>jdbc:[A-Za-z][A-Za-z0-9+.-]{0,30}(?::[a-z-]{1,20}(?=://))?|[A-Za-z][A-Za-z0-9+.-]{0,30}):"
              + "(?<place>[^?]*)(?<query>\\?.*)?",
          Pattern.DOTALL);
  private static final Pattern USER =
      Pattern.compile("(?<user>[A-Za-z0-9._-]*):.*", Pattern.DOTALL);
  private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?";
  private static final String PATH = "[A-Za-z0-9._~/-]*";
  private static final Pattern SERVERS =
      Pattern.compile(HOST + "(?:," + HOST + ")*(?:/" + PATH + ")?");
  private static final Pattern PLAIN_PATH = Pattern.compile(PATH);
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}(?:/[0-9]{0,5})?");
  private static final Pattern PLAIN_VALUE = Pattern.compile("[A-Za-z0-9._~/:\\\\ %-]*");

  /** Parameters that are no secrets. One that is missing here is left out, and does no harm. */
  private static final Set<String> PLAIN_PARAMETERS =
      Set.of(
          "namespace",
          "connectTimeout",
          "prefix",
          "user",
          "client",
          "pool",
          "locks",
          "session",
          "sessionSeconds",
          "synchronous",
          "nodes",
          "rejoin",
          "ca",
          "cert",
          "key",
          "truststore",
          "keystore");

  private ShownUrl() {}

  static String of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return LEFT_OUT;
    }
    String scheme = form.group("scheme");
    String query = form.group("query") == null ? "" : form.group("query");
    return scheme + ":" + place(scheme, form.group("place"), query) + parameters(query);
  }

  private static String place(String scheme, String place, String query) {
    String kind = scheme.toLowerCase(Locale.ROOT);
    boolean file = kind.equals("sqlite") || kind.equals("memory");
    if (file && (place.startsWith("///") || !place.startsWith("//"))) {
      return place;
    }
    if (!place.startsWith("//")) {
      Pattern plain = kind.startsWith("jdbc:") ? PLAIN_PATH : PORT;
      return plain.matcher(place).matches() ? place : LEFT_OUT;
    }
    if (isOfThePassword(query)) {
      return "//" + LEFT_OUT;
    }
    // A password may have slashes and at signs of its own: it ends at the last one.
    int at = place.lastIndexOf('@');
    String servers = place.substring(at < 0 ? 2 : at + 1);
    return "//"
        + (at < 0 ? "" : user(place.substring(2, at)) + HIDDEN)
        + (SERVERS.matcher(servers).matches() ? servers : LEFT_OUT);
  }

  /** Of what has no colon, there is no telling whether it is a user or a password. */
  private static String user(String access) {
    Matcher user = USER.matcher(access);
    return user.matches() ? user.group("user") + ":" : "";
  }

  /** Whether a question mark in a password may be what the query begins with. */
  static boolean isOfThePassword(String query) {
    return query.indexOf('@') >= 0;
  }

  private static String parameters(String query) {
    if (query.length() <= 1) {
      return query;
    }
    Set<String> shown = new LinkedHashSet<>();
    for (String pair : query.substring(1).split("&", -1)) {
      int equals = pair.indexOf('=');
      boolean plain =
          equals > 0
              && !isOfThePassword(query)
              && PLAIN_PARAMETERS.contains(pair.substring(0, equals))
              && PLAIN_VALUE.matcher(pair.substring(equals + 1)).matches();
      shown.add(plain ? pair : LEFT_OUT);
    }
    return "?" + String.join("&", shown);
  }
}
