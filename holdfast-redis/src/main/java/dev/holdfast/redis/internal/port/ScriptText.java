package dev.holdfast.redis.internal.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Texts of scripts, which are resource files, and how Redis names them. */
public final class ScriptText {
  /** The scripts lie beside the face of the module, where readers look for them. */
  private static final String FOLDER = "/dev/holdfast/redis/";

  private ScriptText() {}

  public static String read(String file) {
    return new String(bytes(file), UTF_8);
  }

  static byte[] bytes(String file) {
    try (InputStream in = ScriptText.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException(
            "the script " + FOLDER + file + " is missing in the jar of " + ScriptText.class);
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the script " + file + " cannot be read", unreadable);
    }
  }

  /** The SHA-1 of a script in hexadecimal digits, as EVALSHA wants it. */
  public static String digest(byte[] source) {
    try {
      // The digest by which Redis names scripts; nothing secret hangs on it.
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }
}
