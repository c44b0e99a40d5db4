package dev.holdfast.jdbc.internal.push;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The name under which a client is told things. Every user of the database may speak to any
 * channel. But the name of this one has the client's id in it, with a word that cannot be guessed.
 * The tables have that id; only users that may change the tables anyway should be able to read
 * them.
 */
final class Channel {
  // PostgreSQL's names have 63 bytes at most.
  private static final String PREFIX = "holdfast_";
  private static final int BYTES = 20;

  private Channel() {}

  static String of(String namespace, String client) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest((namespace + ' ' + client).getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java has SHA-256", impossible);
    }
  }
}
