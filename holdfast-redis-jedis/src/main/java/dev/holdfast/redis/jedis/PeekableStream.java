package dev.holdfast.redis.jedis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * What comes over a socket, some of which can be read ahead, to see whether all answers have come.
 */
final class PeekableStream extends FilterInputStream {
  private static final int AHEAD_BYTES = 8_192;

  /** Answers may come in this many pieces; if they come in more, they are waited for elsewhere. */
  private static final int PIECES = 8;

  private final Socket socket;
  private final ReplyCount replies = new ReplyCount();
  private byte[] ahead = new byte[AHEAD_BYTES];
  private int from;
  private int to;

  PeekableStream(Socket socket, InputStream stream) {
    super(stream);
    this.socket = socket;
  }

  /** Begins to count: this number of answers is to come. */
  void expect(int answers) {
    replies.expect(answers);
  }

  /** Whether all answers can be read at once, or the end; waits so long for each of few pieces. */
  boolean isThere(int millis) {
    if (from < to && replies.isWhole()) {
      return true;
    }
    try {
      int usual = socket.getSoTimeout();
      socket.setSoTimeout(millis);
      try {
        return isThereInPieces();
      } catch (SocketTimeoutException nothing) {
        return false;
      } finally {
        socket.setSoTimeout(usual);
      }
    } catch (IOException broken) {
      return true; // the reader is told of it again, as of an end
    }
  }

  private boolean isThereInPieces() throws IOException {
    int pieces = 0;
    do {
      makeRoom();
      int size = in.read(ahead, to, ahead.length - to);
      if (size < 0) {
        return true;
      }
      replies.add(ahead, to, to + size);
      to += size;
      pieces++;
    } while (!replies.isWhole() && pieces < PIECES);
    return replies.isWhole();
  }

  private void makeRoom() {
    if (from == to) {
      from = 0;
      to = 0;
    } else if (to == ahead.length) {
      ahead = Arrays.copyOf(ahead, 2 * ahead.length);
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
