package dev.holdfast.redis.internal.protocol;

/** The slot of a key in a Redis cluster: CRC-16/XMODEM of its hash tag, modulo the slots. */
public final class Slot {
  public static final int COUNT = 16_384;

  private static final int POLYNOMIAL = 0x1021;
  private static final int[] TABLE = table();

  private Slot() {}

  public static int of(byte[] key) {
    int open = indexOf(key, '{', 0);
    int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
    return close > open + 1 ? crc(key, open + 1, close) % COUNT : crc(key, 0, key.length) % COUNT;
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
      crc = (crc << 8 & 0xffff) ^ TABLE[(crc >> 8 ^ bytes[i]) & 0xff];
    }
    return crc;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int crc = i << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
      }
      table[i] = crc & 0xffff;
    }
    return table;
  }
}
