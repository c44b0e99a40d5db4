package dev.holdfast.redis.jedis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class PeekableStreamTest {
  private static final String REPLY = "$20000\r\n" + "x".repeat(20_000) + "\r\n";

  /** Over what comes in pieces of at most so many bytes. */
  private static PeekableStream over(int piece, String text) {
    InputStream pieces =
        new ByteArrayInputStream(text.getBytes(US_ASCII)) {
          @Override
          public int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(piece, length));
          }
        };
    return new PeekableStream(new Socket(), pieces);
  }

  @Test
  void aWholeReplyIsThereHoweverLongItIs() throws IOException {
    PeekableStream stream = over(Integer.MAX_VALUE, REPLY);
    stream.expect(1);
    assertTrue(stream.isThere(1));
    assertTrue(stream.isThere(1));
    assertEquals(REPLY, new String(stream.readAllBytes(), US_ASCII));
  }

  @Test
  void manyPiecesAreLeftToWhoeverReads() throws IOException {
    PeekableStream stream = over(1_000, REPLY);
    stream.expect(1);
    assertFalse(stream.isThere(1));
    assertEquals(REPLY, new String(stream.readAllBytes(), US_ASCII));
  }

  @Test
  void anEndIsThere() throws IOException {
    PeekableStream stream = over(10, REPLY.substring(0, 15));
    stream.expect(1);
    assertTrue(stream.isThere(1));
    assertEquals(15, stream.readAllBytes().length);
  }

  @Test
  void eachReplyIsWaitedForAnew() throws IOException {
    PeekableStream stream = over(5, "+OK\r\n:7\r");
    stream.expect(1);
    assertTrue(stream.isThere(1));
    assertEquals("+OK\r\n", new String(stream.readNBytes(5), US_ASCII));
    stream.expect(2);
    assertTrue(stream.isThere(1), "the end");
    assertEquals(":7\r", new String(stream.readAllBytes(), US_ASCII));
  }
}
