package dev.holdfast.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a stream in whatever pieces it comes. */
final class Chunks implements Frames {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 14];

  Chunks(InputStream in) {
    this.in = in;
  }

  @Override
  public byte @Nullable [] next() throws IOException {
    int length = in.read(buffer);
    return length < 0 ? null : Arrays.copyOf(buffer, length);
  }
}
