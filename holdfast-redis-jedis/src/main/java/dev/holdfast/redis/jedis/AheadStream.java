package dev.holdfast.redis.jedis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** What comes over a socket, some of which can be read ahead, to see whether anything has come. */
final class AheadStream extends FilterInputStream {
  private static final int AHEAD_BYTES = 8_192;

  private final Socket socket;
  private final byte[] ahead = new byte[AHEAD_BYTES];
  private int from;
  private int to;

  AheadStream(Socket socket, InputStream stream) {
    super(stream);
    this.socket = socket;
  }

  /** Whether a read would return at once, or fail; waits for that so long. */
  boolean isThere(int millis) {
    if (from < to) {
      return true;
    }
    try {
      int usual = socket.getSoTimeout();
      socket.setSoTimeout(millis);
      try {
        int size = in.read(ahead, 0, ahead.length);
        from = 0;
        to = Math.max(0, size); // at the end whoever reads is told of it again
        return true;
      } catch (SocketTimeoutException nothing) {
        return false;
      } finally {
        socket.setSoTimeout(usual);
      }
    } catch (IOException broken) {
      return true;
    }
  }

  @Override
  public int read() throws IOException {
    return from < to ? ahead[from++] & 0xff : in.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (from == to) {
      return in.read(into, offset, length);
    }
    int size = Math.min(length, to - from);
    System.arraycopy(ahead, from, into, offset, size);
    from += size;
    return size;
  }
}
