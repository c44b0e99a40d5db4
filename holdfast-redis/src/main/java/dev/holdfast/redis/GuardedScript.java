package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** A caller's script behind the guard. */
record GuardedScript(String source) {
  /** In one line, so that errors in a script behind it name the lines of that script. */
  private static final String GUARD =
      read()
          .lines()
          .filter(line -> !line.startsWith("--"))
          .map(String::strip)
          .collect(Collectors.joining(" ", "", " "));

  /** Puts the guard in front, but after a first line that says what engine the script is for. */
  static GuardedScript of(String lua) {
    int start = lua.startsWith("#!") ? lua.indexOf('\n') + 1 : 0;
    return new GuardedScript(lua.substring(0, start) + GUARD + lua.substring(start));
  }

  /** Its SHA-1 in hexadecimal digits, as EVALSHA wants it. */
  String digest() {
    try {
      // The digest by which Redis names scripts; nothing secret hangs on it.
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(source.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }

  private static String read() {
    try (InputStream in = GuardedScript.class.getResourceAsStream("guard.lua")) {
      if (in == null) {
        throw new IllegalStateException("guard.lua is missing in this jar of Holdfast");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
