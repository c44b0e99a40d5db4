package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripts, each a resource file of this package; loaded once, when this class is. */
final class Script {
  /** Stands where functions are needed, so that a script's fast path does not pay for them. */
  private static final Pattern INCLUDE = Pattern.compile("(?m)^--@include (\\S+)$");

  static final Script ACQUIRE = new Script("acquire.lua");
  static final Script RELEASE = new Script("release.lua");
  static final Script KEEP_ALIVE = new Script("keepalive.lua");
  static final Script BREAK = new Script("break.lua");
  static final Script RESIZE = new Script("resize.lua");
  static final Script INSPECT = new Script("inspect.lua");
  static final Script LIVE = new Script("live.lua");
  static final Script CHECK = new Script("check.lua");

  private final byte[] source;
  private final byte[] digest;

  private Script(String file) {
    source = withIncludes(file).getBytes(UTF_8);
    digest = sha1(source);
  }

  /** The whole script. Not copied. */
  byte[] source() {
    return source;
  }

  /** Its SHA-1 in hexadecimal digits, as EVALSHA wants it. Not copied. */
  byte[] digest() {
    return digest;
  }

  private static String withIncludes(String file) {
    return INCLUDE
        .matcher(read(file))
        .replaceAll(include -> Matcher.quoteReplacement(withIncludes(include.group(1))));
  }

  private static String read(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            "the script " + file + " is missing beside " + Script.class);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the script " + file + " cannot be read", unreadable);
    }
  }

  private static byte[] sha1(byte[] source) {
    try {
      // The digest by which Redis names scripts; nothing secret hangs on it.
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
      return HexFormat.of().formatHex(digest).getBytes(UTF_8);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }
}
