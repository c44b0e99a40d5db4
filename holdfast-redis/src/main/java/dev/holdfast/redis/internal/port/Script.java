package dev.holdfast.redis.internal.port;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scripts, each a resource file; loaded once, when this class is. */
public final class Script {
  /*
   * A program that has just started waits for this class, and its code is still interpreted. So
   * texts are searched and joined as a whole and not by characters: as ISO 8859-1, in which each
   * byte is one. And a digest, which takes several milliseconds then, is computed only of a script
   * that is called.
   */

  /** Stands where functions are needed, so that a script's fast path does not pay for them. */
  private static final String INCLUDE = "\n--@include ";

  /** What was read, while this class is loaded. */
  private static final Map<String, String> FILES = new HashMap<>();

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

  static {
    FILES.clear();
  }

  private final byte[] source;
  private volatile byte @Nullable [] digest;

  private Script(String file) {
    this(Bytes.of(withIncludes(file, new HashSet<>())));
  }

  private Script(byte[] source) {
    this.source = source;
  }

  /** The same after what another file does first. */
  private Script after(String file) {
    return new Script(Bytes.of(read(file) + Bytes.text(source)));
  }

  /** The whole script. Not copied. */
  public byte[] source() {
    return source;
  }

  /** Its SHA-1 in hexadecimal digits, as EVALSHA wants it. Not copied. */
  public byte[] digest() {
    byte[] known = digest;
    if (known == null) {
      known = Bytes.of(ScriptText.digest(source));
      digest = known; // races only cost the work again
    }
    return known;
  }

  /** What several files ask for stands where the first of them does. */
  private static String withIncludes(String file, Set<String> included) {
    String text = read(file);
    StringBuilder whole = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(INCLUDE); at >= 0; at = text.indexOf(INCLUDE, from)) {
      int name = at + INCLUDE.length();
      whole.append(text.substring(from, at + 1));
      from = text.indexOf('\n', name);
      String asked = text.substring(name, from).strip();
      if (included.add(asked)) {
        whole.append(withIncludes(asked, included));
      }
    }
    return whole.append(text.substring(from)).toString();
  }

  private static String read(String file) {
    return FILES.computeIfAbsent(file, each -> Bytes.text(ScriptText.bytes(each)));
  }
}
