package dev.holdfast.zookeeper;

import java.nio.charset.StandardCharsets;

/** The newest stamp of all names of a bucket that were forgotten, as its node keeps it. */
final class StampFloor {
  static final byte[] NONE = encode(0);

  private StampFloor() {}

  static byte[] encode(long stamp) {
    return Long.toString(stamp).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if something else wrote this
   */
  static long decode(byte[] data) {
    return Long.parseLong(new String(data, StandardCharsets.US_ASCII));
  }
}
