package dev.holdfast.etcd;

import java.nio.charset.StandardCharsets;

/** The newest stamp of all names that were forgotten, as its key keeps it. */
final class StampFloor {
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
