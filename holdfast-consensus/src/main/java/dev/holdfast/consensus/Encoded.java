package dev.holdfast.consensus;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Any text as one part of a path: ASCII without separators, and no two texts as the same. */
public final class Encoded {
  private Encoded() {}

  /** Letters, digits, {@code _}, {@code -} and inner dots stay, all else is percent-encoded. */
  public static String encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder encoded = new StringBuilder(bytes.length + 8);
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xff;
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '_'
              || b == '-'
              || (b == '.' && i > 0);
      if (plain) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(hex(b >> 4)).append(hex(b & 15));
      }
    }
    return encoded.toString();
  }

  private static char hex(int digit) {
    return (char) (digit < 10 ? '0' + digit : 'A' + digit - 10);
  }

  /**
   * What {@link #encode} made this of.
   *
   * @throws IllegalArgumentException if it made this of nothing
   */
  public static String decode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        if (i + 2 >= encoded.length()) {
          throw new IllegalArgumentException("'" + encoded + "' ends within an escape");
        }
        bytes.write(Integer.parseInt(encoded, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The same; empty if {@link #encode} made this of nothing, so that it is no text of ours. */
  public static Optional<String> decoded(String encoded) {
    try {
      return Optional.of(decode(encoded));
    } catch (IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }
}
