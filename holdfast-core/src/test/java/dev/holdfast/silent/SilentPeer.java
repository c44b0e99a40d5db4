package dev.holdfast.silent;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on this machine that never answers. */
public final class SilentPeer implements Closeable {
  private final ServerSocket entry;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();

  private SilentPeer(ServerSocket entry) {
    this.entry = entry;
  }

  /** One that takes connections and whatever is sent over them. */
  public static SilentPeer accepting() throws IOException {
    SilentPeer peer = new SilentPeer(new ServerSocket(0));
    begin(peer::accept);
    return peer;
  }

  /** One whose queue of connections is full, so that no attempt to connect is answered. */
  public static SilentPeer full() throws IOException {
    ServerSocket entry = new ServerSocket(0, 1);
    SilentPeer peer = new SilentPeer(entry);
    for (int i = 0; i < 8; i++) {
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      boolean unused =
          channel.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), entry.getLocalPort()));
      peer.open.add(channel);
    }
    return peer;
  }

  /** Where it is. */
  public int port() {
    return entry.getLocalPort();
  }

  @Override
  public String toString() {
    return "silent at " + port();
  }

  private static void begin(Runnable task) {
    Thread thread = new Thread(task, "silent-peer");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = entry.accept();
        open.add(socket);
        begin(() -> read(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void read(Socket socket) {
    byte[] bytes = new byte[8192];
    try {
      InputStream in = socket.getInputStream();
      while (in.read(bytes) >= 0) {
        // And says nothing.
      }
    } catch (IOException ended) {
      // As it may.
    }
  }

  @Override
  public void close() throws IOException {
    entry.close();
    for (Closeable each : open) {
      each.close();
    }
  }
}
