package dev.holdfast.redis.jedis;

/**
 * Counts whole replies among bytes that come in pieces, by their framing in RESP 2 and 3. Bytes
 * that are no protocol count as lines; the reader refuses them. For one thread at a time.
 *
 * @see <a href="https://redis.io/docs/latest/develop/reference/protocol-spec/">the protocol</a>
 */
final class ReplyCount {
  private static final int BREAK_BYTES = 2;

  /** How many values are still to end, those inside of others included. */
  private long missing;

  /** How many bytes of a string are still to come. */
  private long left;

  private int type; // of the value whose first line is being read, or 0 between two of them
  private long size; // that its line tells
  private boolean none; // whether the line tells of a null, by a size of -1

  /** Begins anew: this number of replies is to come. */
  void expect(int replies) {
    missing = replies;
    left = 0;
    type = 0;
  }

  boolean isWhole() {
    return missing <= 0 && left == 0;
  }

  /** These came. */
  void add(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (left > 0) {
        int passed = (int) Math.min(left, to - at);
        left -= passed;
        at += passed - 1;
      } else {
        add(bytes[at]);
      }
    }
  }

  private void add(byte next) {
    if (type == 0) {
      type = next;
      size = 0;
      none = false;
    } else if (next == '\n') {
      endLine();
      type = 0;
    } else if (next == '-') {
      none = true;
    } else if (next >= '0' && next <= '9') {
      size = 10 * size + next - '0';
    }
  }

  private void endLine() {
    long inside = none ? 0 : size;
    switch (type) {
      case '$', '!', '=' -> {
        missing--;
        left = none ? 0 : size + BREAK_BYTES;
      }
      case '*', '~' -> missing += inside - 1;
      case '%' -> missing += 2 * inside - 1;
      case '|' -> missing += 2 * inside; // stands before the value that it is about
      case '>' -> missing += inside; // a message, which is no reply to a command
      default -> missing--;
    }
  }
}
