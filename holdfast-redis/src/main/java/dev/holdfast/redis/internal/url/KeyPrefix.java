package dev.holdfast.redis.internal.url;

import java.util.Objects;

/**
 * What a user puts before all keys and channels of Holdfast, {@code tenant42:} for example. Two
 * prefixes are two worlds: the same name under each of them is two locks.
 */
public final class KeyPrefix {
  public static final String NONE = "";

  /** What every key and channel of Holdfast begins with, behind the user's prefix. */
  public static final String LAYOUT = "hf1:";

  private static final int LONGEST = 128;

  private KeyPrefix() {}

  /**
   * Returns a prefix that may be one.
   *
   * @throws IllegalArgumentException if keys cannot begin like this; the message says why
   */
  public static String check(String prefix) {
    Objects.requireNonNull(prefix, "prefix");
    if (prefix.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a prefix of keys has at most "
              + LONGEST
              + " characters, but this one has "
              + prefix.length());
    }
    for (int i = 0; i < prefix.length(); i++) {
      char c = prefix.charAt(i);
      if (c <= ' ' || c > '~') {
        throw new IllegalArgumentException(
            "a prefix of keys is made of visible ASCII characters, but this one has '"
                + (c <= ' ' || Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c)
                + "' at index "
                + i);
      }
      if (c == '{' || c == '}') {
        throw new IllegalArgumentException(
            "a prefix of keys has no braces, which say what shares a cluster slot, but this one has"
                + " '"
                + c
                + "' at index "
                + i);
      }
    }
    return prefix;
  }

  /** The prefix as a pattern of SCAN or of a user's rights, where some characters mean others. */
  public static String pattern(String prefix) {
    return prefix.replaceAll("[*?\\[\\]\\\\^]", "\\\\$0");
  }
}
