package dev.holdfast.benchmarks.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a round trip to a Redis server takes without any client library. */
public final class Pings {
  private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int ANSWER_LENGTH = "+PONG\r\n".length();
  private static final int PATIENCE_MILLIS = 5_000;

  private Pings() {}

  /** The median of so many, after as many that are not counted. */
  public static long medianNanos(String url, int pings) throws IOException {
    URI server = URI.create(url);
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      long[] took = new long[pings];
      for (int i = 0; i < 2 * pings; i++) {
        long asked = System.nanoTime();
        ping(socket.getOutputStream(), socket.getInputStream());
        took[i % pings] = System.nanoTime() - asked;
      }
      Arrays.sort(took);
      return took[pings / 2];
    }
  }

  private static void ping(OutputStream out, InputStream in) throws IOException {
    out.write(PING);
    if (in.readNBytes(ANSWER_LENGTH).length < ANSWER_LENGTH) {
      throw new EOFException("the server closed the connection");
    }
  }
}
