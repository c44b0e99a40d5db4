package dev.holdfast.redis.jedis;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * A connected socket whose reader looks for an answer before it blocks. What Jedis asks a socket
 * for is here, and nothing else; the socket underneath synchronizes what has to be.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
class AttentiveSocket extends Socket {
  private final Socket socket;
  private final Attention attention;

  AttentiveSocket(Socket connected, Attention attention) {
    this.socket = connected;
    this.attention = attention;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new AttentiveStream(socket.getInputStream(), attention);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(socket.getOutputStream()) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        attention.asked();
        out.write(bytes, from, length);
      }
    };
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
