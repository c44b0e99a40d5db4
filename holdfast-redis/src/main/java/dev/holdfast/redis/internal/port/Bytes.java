package dev.holdfast.redis.internal.port;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Arguments as bytes, made with as little garbage as the fast path needs. */
public final class Bytes {
  public static final byte[] NONE = {};

  private Bytes() {}

  /** For text that is ASCII: attempt ids, numbers. */
  public static byte[] of(String ascii) {
    return ascii.getBytes(ISO_8859_1);
  }

  public static byte[] of(long number) {
    return of(Long.toString(number));
  }

  public static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, ISO_8859_1);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /**
   * A number's bytes, made once for as long as the number stays the same: a client uses the same
   * lease over and over. Races only cost the work again.
   */
  public static final class Repeated {
    private volatile Entry last = new Entry(0, Bytes.of(0));

    public byte[] of(long number) {
      Entry entry = last;
      if (entry.number != number) {
        entry = new Entry(number, Bytes.of(number));
        last = entry;
      }
      return entry.bytes;
    }

    private static final class Entry {
      final long number;
      final byte[] bytes;

      Entry(long number, byte[] bytes) {
        this.number = number;
        this.bytes = bytes;
      }
    }
  }
}
