package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.redis.internal.port.ScriptText;
import java.util.stream.Collectors;

/** A caller's script behind the guard. */
record GuardedScript(String source) {
  /** In one line, so that errors in a script behind it name the lines of that script. */
  private static final String GUARD =
      ScriptText.read("guard.lua")
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
    return ScriptText.digest(source.getBytes(UTF_8));
  }
}
