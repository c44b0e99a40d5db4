package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Texts of scripts: the resource files of this package, and how Redis names them. */
final class ScriptText {
  private ScriptText() {}

  static String read(String file) {
    try (InputStream in = ScriptText.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            "the script " + file + " is missing beside " + ScriptText.class);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the script " + file + " cannot be read", unreadable);
    }
  }

  /** The SHA-1 of a script in hexadecimal digits, as EVALSHA wants it. */
  static String digest(byte[] source) {
    try {
      // The digest by which Redis names scripts; nothing secret hangs on it.
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }
}
