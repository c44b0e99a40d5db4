package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A few commands to a Redis server, without any client library: what tests check things with. */
public final class RespForTests implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  public RespForTests(String host, int port) throws IOException {
    socket = new Socket(host, port);
    socket.setSoTimeout(10_000);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  /** Sends one command; the reply is null, a Long, a String or a List; an error throws. */
  public Object ask(Object... words) {
    try {
      out.write(("*" + words.length + "\r\n").getBytes(UTF_8));
      for (Object word : words) {
        byte[] bytes = word instanceof byte[] raw ? raw : word.toString().getBytes(UTF_8);
        out.write(("$" + bytes.length + "\r\n").getBytes(UTF_8));
        out.write(bytes);
        out.write("\r\n".getBytes(UTF_8));
      }
      out.flush();
      return read();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Object read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new IllegalStateException(rest);
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IllegalStateException(line);
    };
  }

  private List<Object> list(int size) throws IOException {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(read());
    }
    return list;
  }

  private Object bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c == '\n') {
        return line.toString();
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
