package dev.holdfast.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An address that leads to a server on this machine, as a balancer or a service with a label does.
 * The way there can be cut so that neither side notices, and it can come to lead elsewhere.
 */
public final class Relay implements AutoCloseable {
  /** What happens to what comes. */
  private enum Way {
    PASSES,
    REPLIES_ARE_LOST,
    ALL_IS_LOST
  }

  private final ServerSocket entry;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();
  private volatile int target;
  private volatile Way way = Way.PASSES;

  /** One that leads to this port. */
  public Relay(int target) throws IOException {
    this.target = target;
    this.entry = new ServerSocket(0, 50, Ports.address(0).getAddress());
    begin(this::accept);
  }

  private static void begin(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return entry.getLocalPort();
  }

  /** Its host and port. */
  public String address() {
    return Ports.HOST + ":" + port();
  }

  /** From now on new connections go to this port; those that are open stay where they are. */
  public void moveTo(int port) {
    target = port;
  }

  /** How many connections were made. */
  public int accepted() {
    return connections.size();
  }

  /** How many of them are open. */
  public long open() {
    return connections.stream().filter(each -> !each.client.isClosed()).count();
  }

  /** How often each connection was asked something after its last answer, in their order. */
  public List<Integer> roundTrips() {
    return connections.stream().map(each -> each.asked.get()).toList();
  }

  /** What comes on the connections that are open now gets lost, and neither side is told. */
  public void loseAll() {
    connections.forEach(each -> each.lost = true);
  }

  /** From now on nothing arrives any more, not even the end of a connection. */
  public void freeze() {
    way = Way.ALL_IS_LOST;
  }

  /** From now on requests arrive, and replies are lost. */
  public void loseReplies() {
    way = Way.REPLIES_ARE_LOST;
  }

  /** All connections end, and new ones are well. */
  public void recover() throws IOException {
    way = Way.PASSES;
    endAll();
  }

  /** Ends all connections on both sides, as a balancer does with those that are idle. */
  public void endAll() throws IOException {
    for (Connection each : connections) {
      each.end();
    }
  }

  private void accept() {
    while (!entry.isClosed()) {
      try {
        Connection connection = new Connection(entry.accept());
        connections.add(connection);
        connection.open(target);
      } catch (IOException over) {
        // Closed, or there is no server.
      }
    }
  }

  private final class Connection {
    final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean answered = new AtomicBoolean(true);
    private final Socket client;
    private final Socket server = new Socket();
    volatile boolean lost;

    Connection(Socket client) {
      this.client = client;
    }

    void open(int port) throws IOException {
      try {
        server.connect(Ports.address(port));
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
      } catch (IOException none) {
        end();
        throw none;
      }
      begin(() -> pass(client, server, false));
      begin(() -> pass(server, client, true));
    }

    private void pass(Socket from, Socket to, boolean isReply) {
      byte[] bytes = new byte[8_192];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int size = in.read(bytes); size >= 0; size = in.read(bytes)) {
          if (arrives(isReply)) {
            count(isReply);
            out.write(bytes, 0, size);
          }
        }
      } catch (IOException ended) {
        // So does the other direction.
      }
      try {
        if (way != Way.ALL_IS_LOST) {
          end();
        }
      } catch (IOException over) {
        // It has ended.
      }
    }

    private boolean arrives(boolean isReply) {
      return !lost && (way == Way.PASSES || (way == Way.REPLIES_ARE_LOST && !isReply));
    }

    private void count(boolean isReply) {
      if (isReply) {
        answered.set(true);
      } else if (answered.compareAndSet(true, false)) {
        asked.incrementAndGet();
      }
    }

    void end() throws IOException {
      client.close();
      server.close();
    }
  }

  /** Ends all connections; there are no new ones. */
  public void cut() throws IOException {
    entry.close();
    endAll();
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
