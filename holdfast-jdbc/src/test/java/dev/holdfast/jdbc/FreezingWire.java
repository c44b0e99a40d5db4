package dev.holdfast.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server on this machine that can be cut so that neither side notices. */
final class FreezingWire implements AutoCloseable {
  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<RoundTrips> trips = new CopyOnWriteArrayList<>();
  private final int server;
  private volatile boolean frozen;

  /** How often one connection was asked something after its last answer. */
  private static final class RoundTrips {
    final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean answered = new AtomicBoolean(true);

    void ask() {
      if (answered.compareAndSet(true, false)) {
        asked.incrementAndGet();
      }
    }

    void answer() {
      answered.set(true);
    }
  }

  FreezingWire(int server) throws IOException {
    this.server = server;
    begin(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  /** How many have been made so far. */
  int connections() {
    return sockets.size() / 2;
  }

  /** What each connection has been asked so far, one after the other. */
  List<Integer> roundTrips() {
    return trips.stream().map(each -> each.asked.get()).toList();
  }

  /** From now on nothing arrives any more, not even the end of a connection. */
  void freeze() {
    frozen = true;
  }

  private static void begin(Runnable task) {
    Thread thread = new Thread(task, "freezing-wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket here = entry.accept();
        Socket there = new Socket(InetAddress.getLoopbackAddress(), server);
        sockets.addAll(List.of(here, there));
        RoundTrips counted = new RoundTrips();
        trips.add(counted);
        begin(() -> carry(here, there, counted::ask));
        begin(() -> carry(there, here, counted::answer));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void carry(Socket from, Socket to, Runnable counts) {
    byte[] bytes = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int size = in.read(bytes); size >= 0; size = in.read(bytes)) {
        if (!frozen) {
          counts.run();
          out.write(bytes, 0, size);
        }
      }
      if (!frozen) {
        to.close();
      }
    } catch (IOException ended) {
      // So ends the other direction.
    }
  }

  /** Ends all connections; there are no new ones. */
  void cut() throws IOException {
    entry.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
