package dev.holdfast.lab.proxy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a stream of the Redis protocol (2 or 3) value by value. */
final class RespFrames implements Frames {
  private final InputStream in;
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();

  RespFrames(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 14);
  }

  @Override
  public byte @Nullable [] next() throws IOException {
    frame.reset();
    int type = in.read();
    if (type < 0) {
      return null;
    }
    value(type);
    return frame.toByteArray();
  }

  private void value(int type) throws IOException {
    frame.write(type);
    String head = line();
    switch (type) {
      case '$', '=', '!' -> bytes(head);
      case '*', '~', '>' -> values(count(head));
      case '%' -> values(2 * count(head));
      case '|' -> {
        values(2 * count(head));
        value(read()); // An attribute comes before the value that it is about.
      }
      default -> {}
    }
  }

  private static int count(String head) {
    return Integer.parseInt(head);
  }

  private void values(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      value(read());
    }
  }

  private void bytes(String head) throws IOException {
    int length = count(head);
    for (int i = 0; i < length + 2 && length >= 0; i++) {
      frame.write(read());
    }
  }

  private String line() throws IOException {
    int start = frame.size();
    while (true) {
      int c = read();
      frame.write(c);
      if (c == '\n') {
        byte[] all = frame.toByteArray();
        return new String(all, start, all.length - start - 2, StandardCharsets.ISO_8859_1);
      }
    }
  }

  private int read() throws IOException {
    int c = in.read();
    if (c < 0) {
      throw new EOFException("the stream ends within a value");
    }
    return c;
  }

  /** The words of a request, as far as they are plain, in upper case up to the first argument. */
  static String command(byte[] request) {
    String text = new String(request, StandardCharsets.ISO_8859_1);
    String[] lines = text.split("\r\n", 4);
    return lines.length > 2 ? lines[2].toUpperCase(java.util.Locale.ROOT) : text;
  }
}
