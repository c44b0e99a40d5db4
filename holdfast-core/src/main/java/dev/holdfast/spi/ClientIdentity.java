package dev.holdfast.spi;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The client that opens a session.
 *
 * @param id {@code name/host/pid/nonce}, each part of the characters {@code A-Z a-z 0-9 . _ -};
 *     never used again. Attempt ids are this id, a slash, the longest lease in milliseconds for
 *     which the attempt's hold is asked, a dash and a number, so that every record in a store says
 *     by itself whose it is, and for how long; before all that comes after the slash may stand what
 *     the attempt's owner publishes, up to 344 of the same characters. The first builds left the
 *     lease and the dash out
 * @param namespace keeps applications apart that share a store; up to 64 of the same characters, or
 *     empty
 */
public record ClientIdentity(String id, String namespace) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+){3}");
  private static final int LONGEST_DIGITS = 12;
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{0,64}");

  /** Checks the form of both. */
  public ClientIdentity {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(namespace, "namespace");
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "a client id has the form name/host/pid/nonce, but this is '" + id + "'");
    }
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new IllegalArgumentException(
          "a namespace is up to 64 of the characters A-Z a-z 0-9 . _ -, but this is '"
              + namespace
              + "'");
    }
  }

  /** The id of an attempt of this client. */
  public static String attempt(String client, long longestLeaseMillis, String number) {
    return client + '/' + longestLeaseMillis + '-' + number;
  }

  /**
   * The longest lease in milliseconds for which the hold of an attempt is ever asked, as its id
   * says; {@link Long#MAX_VALUE} if it says none. A hold of it that ends later than that from now
   * shows that the store's clock was set back.
   */
  public static long longestLeaseMillisOf(String attempt) {
    // What the owner publishes ends with a dot, and may have dashes.
    int from = 1 + Math.max(attempt.lastIndexOf('/'), attempt.lastIndexOf('.'));
    int digits = attempt.lastIndexOf('-') - from;
    if (from == 0 || digits <= 0 || digits > LONGEST_DIGITS) {
      return Long.MAX_VALUE;
    }
    long millis = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = attempt.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return Long.MAX_VALUE;
      }
      millis = 10 * millis + digit;
    }
    return millis;
  }

  /** The client id inside an attempt id. */
  public static String clientOf(String attempt) {
    int slash = attempt.lastIndexOf('/');
    return slash < 0 ? attempt : attempt.substring(0, slash);
  }
}
