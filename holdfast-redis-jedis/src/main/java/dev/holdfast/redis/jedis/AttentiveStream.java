package dev.holdfast.redis.jedis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/** What comes over a socket; before it blocks, whoever reads looks whether something is there. */
final class AttentiveStream extends FilterInputStream {
  private final Attention attention;
  private final BooleanSupplier there = this::isThere;

  AttentiveStream(InputStream stream, Attention attention) {
    super(stream);
    this.attention = attention;
  }

  @Override
  public int read() throws IOException {
    attention.lookFor(there);
    return super.read();
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    attention.lookFor(there);
    return super.read(into, from, length);
  }

  /** Whether a read would return at once, or fail. */
  private boolean isThere() {
    try {
      return super.available() > 0;
    } catch (IOException broken) {
      return true;
    }
  }
}
