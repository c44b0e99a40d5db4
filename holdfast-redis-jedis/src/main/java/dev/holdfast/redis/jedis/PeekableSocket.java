package dev.holdfast.redis.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * A connected socket of which all that comes can be read ahead. What Jedis asks a socket for is
 * here, and nothing else; the socket underneath synchronizes what has to be.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class PeekableSocket extends Socket {
  private final Socket socket;
  private final PeekableStream stream;

  PeekableSocket(Socket connected) throws IOException {
    this.socket = connected;
    this.stream = new PeekableStream(connected, connected.getInputStream());
  }

  PeekableStream stream() {
    return stream;
  }

  @Override
  public InputStream getInputStream() {
    return stream;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    socket.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return socket.getSoTimeout();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return socket.getLocalSocketAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return socket.getRemoteSocketAddress();
  }

  @Override
  public boolean isBound() {
    return socket.isBound();
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public boolean isClosed() {
    return socket.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return socket.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return socket.isOutputShutdown();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  @Override
  public String toString() {
    return socket.toString();
  }
}
