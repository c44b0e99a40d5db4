package dev.holdfast.redis;

import dev.holdfast.Owner;
import dev.holdfast.StaleTokenException;
import dev.holdfast.redis.internal.url.KeyPrefix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The guard of data in Redis: it puts a check of the token in front of a caller's script, so that
 * both are one step for the server. The adapters run what comes of it.
 *
 * <p>The mark of a resource is a key of its own in the same cluster slot as the key that the
 * resource is named after.
 */
public final class RedisFence {
  /** For how long marks are kept after the last contact, unless it is said. */
  private static final Duration KEPT = Duration.ofDays(7);

  private static final Duration KEPT_AT_LEAST = Duration.ofMinutes(1);
  private static final Duration KEPT_AT_MOST = Duration.ofDays(3650);

  /** The marks' place among namespaces, so that no locks are kept in one of that name. */
  static final String NAMESPACE = "fence";

  private static final String MARK = KeyPrefix.LAYOUT + NAMESPACE + ":";
  private static final Pattern REFUSAL =
      Pattern.compile("HOLDFASTSTALE ([xs]) ([0-9]{19}) ?([^ ]*).*", Pattern.DOTALL);

  private final String prefix;
  private final String keptMillis;

  private RedisFence(String prefix, String keptMillis) {
    this.prefix = prefix;
    this.keptMillis = keptMillis;
  }

  /** A guard that keeps its marks for seven days. */
  public static RedisFence create() {
    return new RedisFence(KeyPrefix.NONE, Long.toString(KEPT.toMillis()));
  }

  /** One that keeps its marks for so long. */
  public RedisFence keepMarks(Duration kept) {
    if (kept.compareTo(KEPT_AT_LEAST) < 0 || kept.compareTo(KEPT_AT_MOST) > 0) {
      throw new IllegalArgumentException(
          "marks are kept for at least a minute and at most ten years, but this is " + kept);
    }
    return new RedisFence(prefix, Long.toString(kept.toMillis()));
  }

  /** One whose marks have this before their keys; see {@link RedisStore#keyPrefix}. */
  public RedisFence keyPrefix(String before) {
    return new RedisFence(KeyPrefix.check(before), keptMillis);
  }

  /** A script with its guard, ready to be run. */
  public Call exclusive(
      String lua,
      String resource,
      long token,
      String owner,
      List<String> keys,
      List<String> arguments) {
    return call(lua, resource, token, "x", owner, keys, arguments);
  }

  /** The same for a holder that shares its hold. */
  public Call shared(
      String lua, String resource, long token, List<String> keys, List<String> arguments) {
    return call(lua, resource, token, "s", "", keys, arguments);
  }

  private Call call(
      String lua,
      String resource,
      long token,
      String mode,
      String owner,
      List<String> keys,
      List<String> arguments) {
    if (token <= 0) {
      throw new IllegalArgumentException("a token is positive, but this is " + token);
    }
    List<String> allKeys = new ArrayList<>(keys);
    allKeys.add(prefix + mark(resource));
    List<String> allArguments = new ArrayList<>(arguments);
    String digits = Long.toString(token);
    allArguments.addAll(
        List.of("0".repeat(19 - digits.length()) + digits, mode, owner, keptMillis));
    return new Call(GuardedScript.of(lua), resource, token, allKeys, allArguments);
  }

  /**
   * The key of a resource's mark without prefix, which has the slot of a key that is called like
   * the resource.
   */
  static String mark(String resource) {
    Objects.requireNonNull(resource, "resource");
    int open = resource.indexOf('{');
    int close = open < 0 ? -1 : resource.indexOf('}', open + 1);
    String tag = close > open + 1 ? resource.substring(open + 1, close) : resource;
    if (tag.isEmpty() || tag.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "the mark of '"
              + resource
              + "' has no place in the same cluster slot; call the resource like a key without '}',"
              + " or with a hash tag: a{b}c");
    }
    return MARK + '{' + tag + "}:" + resource;
  }

  /** A script behind its guard, with its keys and arguments. */
  public static final class Call {
    private final GuardedScript script;
    private final String resource;
    private final long token;
    private final List<String> keys;
    private final List<String> arguments;

    private Call(
        GuardedScript script,
        String resource,
        long token,
        List<String> keys,
        List<String> arguments) {
      this.script = script;
      this.resource = resource;
      this.token = token;
      this.keys = keys;
      this.arguments = arguments;
    }

    /** The whole script. */
    public String source() {
      return script.source();
    }

    /** Its SHA-1 in hexadecimal digits. */
    public String digest() {
      return script.digest();
    }

    /** The caller's keys, and the mark's. */
    public List<String> keys() {
      return keys;
    }

    /** The caller's arguments, and the guard's. */
    public List<String> arguments() {
      return arguments;
    }

    /** Whether an error reply says that the server does not know the script. */
    public static boolean isUnknown(@Nullable String error) {
      return error != null && error.startsWith("NOSCRIPT");
    }

    /** What to throw instead of an error reply, if it is the guard's. */
    public @Nullable StaleTokenException refusal(@Nullable String error) {
      Matcher refusal = REFUSAL.matcher(error == null ? "" : error);
      if (!refusal.matches()) {
        return null;
      }
      String seen = "token " + Long.parseLong(refusal.group(2));
      String owner = refusal.group(3);
      return new StaleTokenException(
          resource,
          token,
          refusal.group(1).equals("s")
              ? seen + " of a shared holder"
              : seen + (owner.isEmpty() ? "" : " of " + Owner.parse(owner)));
    }
  }
}
