package dev.holdfast.spi;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Who opens a session.
 *
 * @param id {@code name/host/pid/nonce}, each part of the characters {@code A-Z a-z 0-9 . _ -};
 *     unique for ever. Attempt ids are this id, a slash and a number, so that every record in a
 *     store says by itself whose it is; in front of the number may stand what the attempt's owner
 *     publishes, up to 343 of the same characters. For a store it is all one word
 * @param namespace keeps applications apart that share a store; up to 64 of the same characters, or
 *     empty
 */
public record ClientIdentity(String id, String namespace) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+){3}");
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

  /** The client id inside an attempt id. */
  public static String clientOf(String attempt) {
    int slash = attempt.lastIndexOf('/');
    return slash < 0 ? attempt : attempt.substring(0, slash);
  }
}
