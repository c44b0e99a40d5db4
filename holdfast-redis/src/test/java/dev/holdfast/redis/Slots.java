package dev.holdfast.redis;

/** The slot of a key in a Redis cluster, from the cluster's specification and not from our keys. */
public final class Slots {
  private static final int SLOTS = 16_384;
  private static final int POLYNOMIAL = 0x1021;

  private Slots() {}

  public static int of(byte[] key) {
    int open = indexOf(key, '{', 0);
    int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
    return close > open + 1 ? crc(key, open + 1, close) % SLOTS : crc(key, 0, key.length) % SLOTS;
  }

  private static int indexOf(byte[] key, char wanted, int from) {
    for (int i = from; i < key.length; i++) {
      if (key[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static int crc(byte[] bytes, int from, int to) {
    int crc = 0;
    for (int i = from; i < to; i++) {
      crc ^= (bytes[i] & 0xff) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
      }
      crc &= 0xffff;
    }
    return crc;
  }
}
