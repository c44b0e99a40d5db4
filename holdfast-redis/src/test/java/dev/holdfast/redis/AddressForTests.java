package dev.holdfast.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One address, behind which stands now this server and now that: new connections go to the present
 * one, and those that are open stay where they are. Like a service with a label, or a balancer.
 */
public final class AddressForTests implements AutoCloseable {
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> lost = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile int target;

  public AddressForTests(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "address");
    thread.setDaemon(true);
    thread.start();
  }

  public String url() {
    return "redis://127.0.0.1:" + listening.getLocalPort();
  }

  /** From now on new connections go to this port. */
  public void moveTo(int port) {
    target = port;
  }

  /** How many connections were made. */
  public int accepted() {
    return accepted.get();
  }

  /** Ends all connections on both sides, as a balancer does with those that are idle. */
  public void endAll() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** What comes on the connections that are open now gets lost, and nobody is told. */
  public void loseAll() {
    lost.addAll(sockets);
  }

  private void accept() {
    while (true) {
      try {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        for (Socket socket : new Socket[] {client, server}) {
          socket.setTcpNoDelay(true);
          sockets.add(socket);
        }
        start(() -> pass(client, server));
        start(() -> pass(server, client));
      } catch (IOException over) {
        if (listening.isClosed()) {
          return;
        }
      }
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[8_192];
      for (int size = in.read(piece); size >= 0; size = in.read(piece)) {
        if (!lost.contains(from)) {
          out.write(piece, 0, size);
        }
      }
    } catch (IOException ended) {
      // Then both end.
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    endAll();
  }
}
