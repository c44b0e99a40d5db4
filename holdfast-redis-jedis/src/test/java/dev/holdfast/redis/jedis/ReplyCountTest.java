package dev.holdfast.redis.jedis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyCountTest {
  private final ReplyCount count = new ReplyCount();

  /** Each is one reply, in which line breaks are bars. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "+OK 7|",
        "-ERR no 12 -1|",
        ":-17|",
        "$0||",
        "$-1|",
        "$16|a||b$3-1*2+|c|",
        "*0|",
        "*-1|",
        "*3|:1|*2|$1|a|$-1|+x|",
        "_|",
        "#t|",
        ",-1.5e-7|",
        "(3492890328409238509324850943850943825024385|",
        "!5|ERR a|",
        "=7|txt:abc|",
        "~2|:1|:2|",
        "%2|+a|:1|+b|*1|:2|",
        "|1|+ttl|:3600|:5|",
        ">2|+message|+x|:1|",
      })
  void aReplyIsWholeWithItsLastByteAndNotBefore(String text) {
    byte[] reply = bytes(text);
    for (int first = 0; first < reply.length; first++) {
      count.expect(1);
      count.add(reply, 0, first);
      assertFalse(count.isWhole(), text + " after " + first);
      count.add(reply, first, reply.length);
      assertTrue(count.isWhole(), text + " in two from " + first);
    }
    count.expect(1);
    for (int i = 0; i < reply.length; i++) {
      assertFalse(count.isWhole(), text + " after " + i);
      count.add(reply, i, i + 1);
    }
    assertTrue(count.isWhole(), text + " by bytes");
  }

  @Test
  void asManyAreWaitedForAsAreExpected() {
    byte[] replies = bytes("$2|ab|*1|:7|-ERR|");
    count.expect(3);
    int whole = 0;
    for (int i = 0; i < replies.length; i++) {
      count.add(replies, i, i + 1);
      whole += count.isWhole() ? 1 : 0;
    }
    assertEquals(1, whole);
    count.expect(1);
    assertFalse(count.isWhole());
  }

  private static byte[] bytes(String text) {
    // The first bar may be a type of value: an attribute.
    return (text.substring(0, 1) + text.substring(1).replace("|", "\r\n")).getBytes(US_ASCII);
  }
}
