package dev.holdfast.lab.proxy;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads what a PostgreSQL server says, message by message: a type, a length, and the rest. */
final class PostgresFrames implements Frames {
  private static final int TYPE = 1;
  private static final int LENGTH = 4; // which counts itself

  private final DataInputStream in;

  PostgresFrames(InputStream in) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 14));
  }

  @Override
  public byte @Nullable [] next() throws IOException {
    int type = in.read();
    if (type < 0) {
      return null;
    }
    int length = in.readInt();
    if (length < LENGTH) {
      throw new IOException("a message of " + length + " bytes");
    }
    ByteBuffer message = ByteBuffer.allocate(TYPE + length);
    message.put((byte) type).putInt(length);
    in.readFully(message.array(), TYPE + LENGTH, length - LENGTH);
    return message.array();
  }
}
