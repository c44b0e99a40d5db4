package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripts, each a resource file of this package; loaded once, when this class is. */
final class Script {
  /** Stands where functions are needed, so that a script's fast path does not pay for them. */
  private static final Pattern INCLUDE = Pattern.compile("(?m)^--@include (\\S+)$");

  static final Script ACQUIRE = new Script("acquire.lua");
  static final Script ACQUIRE_ALL = new Script("acquire_all.lua");
  static final Script RELEASE = new Script("release.lua");
  static final Script RELEASE_ALL = new Script("release_all.lua");
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
    digest = ScriptText.digest(source).getBytes(UTF_8);
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
        .matcher(ScriptText.read(file))
        .replaceAll(include -> Matcher.quoteReplacement(withIncludes(include.group(1))));
  }
}
