package dev.holdfast.consensus;

import java.nio.charset.StandardCharsets;

/** The newest stamp of names that were forgotten, as a service keeps it. */
public final class StampFloor {
  private StampFloor() {}

  /** The bytes to keep; of 0 if no name was forgotten yet. */
  public static byte[] encode(long stamp) {
    return Long.toString(stamp).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if something else wrote this
   */
  public static long decode(byte[] data) {
    return Long.parseLong(new String(data, StandardCharsets.US_ASCII));
  }
}
