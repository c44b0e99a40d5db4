package dev.holdfast.redis.internal.port;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a walk over keys: some of them (none, or some twice, is possible), and where to go
 * on.
 */
public final class ScanPage {
  private final byte[] next;
  private final List<byte[]> keys;

  /**
   * One step.
   *
   * @param next the cursor of the next step; "0" after the last
   * @param keys the keys of this step
   */
  public ScanPage(byte[] next, List<byte[]> keys) {
    this.next = next;
    this.keys = keys;
  }

  /** Reads the reply to SCAN; whatever else it is ends in an exception that says so. */
  public static ScanPage of(@Nullable Object reply) {
    List<?> parts = Replies.list(reply);
    if (parts.size() != 2) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<byte[]> keys = new ArrayList<>();
    for (Object key : Replies.list(parts.get(1))) {
      keys.add(Replies.bytes(key));
    }
    return new ScanPage(Replies.bytes(parts.get(0)), keys);
  }

  /** The same keys, and another way to go on. */
  public ScanPage goingOnAt(byte[] cursor) {
    return new ScanPage(cursor, keys);
  }

  public byte[] next() {
    return next;
  }

  public boolean isLast() {
    return next.length == 1 && next[0] == '0';
  }

  public List<byte[]> keys() {
    return keys;
  }
}
