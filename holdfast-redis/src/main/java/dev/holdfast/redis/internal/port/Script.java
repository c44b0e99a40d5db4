package dev.holdfast.redis.internal.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripts, each a resource file; loaded once, when this class is. */
public final class Script {
  /** Stands where functions are needed, so that a script's fast path does not pay for them. */
  private static final Pattern INCLUDE = Pattern.compile("(?m)^--@include (\\S+)$");

  public static final Script ACQUIRE = new Script("acquire.lua");
  public static final Script ACQUIRE_AGED = ACQUIRE.after("proposed.lua").after("aged.lua");
  public static final Script ACQUIRE_ALL = new Script("acquire_all.lua");
  public static final Script ACQUIRE_ALL_AGED = ACQUIRE_ALL.after("aged.lua");
  public static final Script ACQUIRE_EACH = new Script("acquire_each.lua");
  public static final Script ACQUIRE_EACH_AGED = ACQUIRE_EACH.after("aged.lua");
  public static final Script RELEASE = new Script("release.lua");
  public static final Script RELEASE_EACH = new Script("release_each.lua");
  public static final Script RELEASE_ALL = new Script("release_all.lua");
  public static final Script KEEP_ALIVE = new Script("keepalive.lua");
  public static final Script KEEP_ALIVE_AGED = KEEP_ALIVE.after("aged.lua");
  public static final Script BREAK = new Script("break.lua");
  public static final Script REDUCE = new Script("reduce.lua");
  public static final Script RESIZE = new Script("resize.lua");
  public static final Script INSPECT = new Script("inspect.lua");
  public static final Script CLOCK = new Script("clock.lua");
  public static final Script LIVE = new Script("live.lua");
  public static final Script CHECK = new Script("check.lua");

  private final byte[] source;
  private final byte[] digest;

  private Script(String file) {
    this(withIncludes(file, new HashSet<>()).getBytes(UTF_8));
  }

  private Script(byte[] source) {
    this.source = source;
    this.digest = ScriptText.digest(source).getBytes(UTF_8);
  }

  /** The same after what another file does first. */
  private Script after(String file) {
    return new Script((ScriptText.read(file) + new String(source, UTF_8)).getBytes(UTF_8));
  }

  /** The whole script. Not copied. */
  public byte[] source() {
    return source;
  }

  /** Its SHA-1 in hexadecimal digits, as EVALSHA wants it. Not copied. */
  public byte[] digest() {
    return digest;
  }

  /** What several files ask for stands where the first of them does. */
  private static String withIncludes(String file, Set<String> included) {
    return INCLUDE
        .matcher(ScriptText.read(file))
        .replaceAll(
            include ->
                included.add(include.group(1))
                    ? Matcher.quoteReplacement(withIncludes(include.group(1), included))
                    : "");
  }
}
