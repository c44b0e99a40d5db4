package dev.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few commands to a Redis server, without any client library: what tests check things with. */
public final class RespConnection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Where faults are made. */
  static final Duration SHORT_PATIENCE = Duration.ofSeconds(5);

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  public RespConnection(String host, int port) throws IOException {
    this(host, port, PATIENCE);
  }

  /** One to a server on this machine, which is taken for silent after five seconds. */
  public RespConnection(int port) throws IOException {
    this(port, SHORT_PATIENCE);
  }

  /** One to a server on this machine, which answers within this time or is taken for silent. */
  public RespConnection(int port, Duration patience) throws IOException {
    this(Ports.HOST, port, patience);
  }

  RespConnection(String host, int port, Duration patience) throws IOException {
    int millis = Math.toIntExact(patience.toMillis());
    socket.connect(new InetSocketAddress(host, port), millis);
    socket.setSoTimeout(millis);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  /** The server's answer to a command was an error. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String said) {
      super(said);
    }
  }

  /** Sends one command; the reply is null, a Long, a String or a List. */
  public @Nullable Object call(Object... words) throws IOException {
    out.write(("*" + words.length + "\r\n").getBytes(UTF_8));
    for (Object word : words) {
      byte[] bytes = word instanceof byte[] raw ? raw : word.toString().getBytes(UTF_8);
      out.write(("$" + bytes.length + "\r\n").getBytes(UTF_8));
      out.write(bytes);
      out.write("\r\n".getBytes(UTF_8));
    }
    out.flush();
    return read();
  }

  /** The same for tests: an error throws an IllegalStateException with what the server said. */
  public @Nullable Object ask(Object... words) {
    try {
      return call(words);
    } catch (RefusedException error) {
      throw new IllegalStateException(error.getMessage(), error);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private @Nullable Object read() throws IOException {
    String line = line(in);
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new RefusedException(rest);
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException(line);
    };
  }

  private List<@Nullable Object> list(int size) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(read());
    }
    return list;
  }

  private @Nullable String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    String unused = line(in);
    return new String(bytes, UTF_8);
  }

  /** One line, without its end. */
  public static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the other side closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
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
