package dev.holdfast.zookeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server, and may lose all replies while requests pass. */
final class DeafProxy implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final int target;
  private volatile boolean deaf;

  DeafProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  private static void start(Runnable loop) {
    Thread thread = new Thread(loop, "deaf-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** From now on replies are lost. */
  void loseReplies() {
    deaf = true;
  }

  /** All connections end, and new ones are well. */
  void recover() throws IOException {
    deaf = false;
    closeAll();
  }

  private void closeAll() throws IOException {
    for (Socket each : open) {
      each.close();
    }
    open.clear();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        InputStream requests = client.getInputStream();
        OutputStream up = server.getOutputStream();
        InputStream replies = server.getInputStream();
        OutputStream down = client.getOutputStream();
        start(() -> pass(requests, up, false));
        start(() -> pass(replies, down, true));
      } catch (IOException over) {
        // Closed, or the client has gone again.
      }
    }
  }

  private void pass(InputStream from, OutputStream to, boolean mayBeLost) {
    byte[] buffer = new byte[1 << 14];
    try {
      for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
        if (!mayBeLost || !deaf) {
          to.write(buffer, 0, length);
        }
      }
      to.close();
    } catch (IOException over) {
      // One of both has ended it.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    closeAll();
  }
}
