package dev.holdfast.redis;

import java.util.List;

/**
 * One step of a walk over keys: some of them (none, or some twice, is possible), and where to go
 * on.
 */
public final class KeyPage {
  private final byte[] next;
  private final List<byte[]> keys;

  /**
   * One step.
   *
   * @param next the cursor of the next step; "0" after the last
   * @param keys the keys of this step
   */
  public KeyPage(byte[] next, List<byte[]> keys) {
    this.next = next;
    this.keys = keys;
  }

  byte[] next() {
    return next;
  }

  boolean isLast() {
    return next.length == 1 && next[0] == '0';
  }

  List<byte[]> keys() {
    return keys;
  }
}
