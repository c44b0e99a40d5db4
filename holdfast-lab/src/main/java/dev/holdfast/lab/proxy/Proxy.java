package dev.holdfast.lab.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The network between one client and a server: listens on a port of its own and passes on what
 * comes both ways, piece by piece, with the {@link Trouble} of the moment. Thread-safe.
 */
public final class Proxy implements AutoCloseable {
  private final ServerSocket socket;
  private final List<Integer> targets;
  private final AtomicInteger next = new AtomicInteger();
  private final Protocol protocol;
  private final @Nullable Function<Socket, Passage> passages;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile Trouble trouble = Trouble.NONE;
  private volatile boolean closed;

  /** A proxy to a Redis server on a port of this machine. */
  public Proxy(int target) {
    this(List.of(target), Protocol.REDIS);
  }

  /** The same to servers that speak this: each connection goes to the next one that takes it. */
  public Proxy(List<Integer> targets, Protocol protocol) {
    this(targets, protocol, null);
  }

  /** The same, where what happens to a connection depends on whose it is. */
  public Proxy(
      List<Integer> targets, Protocol protocol, @Nullable Function<Socket, Passage> passages) {
    this(InetAddress.getLoopbackAddress(), 0, targets, protocol, passages);
  }

  /** A proxy to a server on a port of this machine, at the same port of another address of it. */
  public Proxy(InetAddress address, int target, Protocol protocol) {
    this(address, target, List.of(target), protocol, null);
  }

  private Proxy(
      InetAddress address,
      int port,
      List<Integer> targets,
      Protocol protocol,
      @Nullable Function<Socket, Passage> passages) {
    this.targets = List.copyOf(targets);
    this.protocol = protocol;
    this.passages = passages;
    try {
      socket = new ServerSocket(port, 200, address);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    Thread thread = new Thread(this::accept, "lab-proxy-" + socket.getLocalPort());
    thread.setDaemon(true);
    thread.start();
  }

  /** Where clients connect to. */
  public int port() {
    return socket.getLocalPort();
  }

  /** From now on this is wrong, for old and new connections. */
  public void set(Trouble trouble) {
    this.trouble = trouble;
  }

  Protocol protocol() {
    return protocol;
  }

  private Passage passage(Socket client) {
    return passages == null ? () -> trouble : passages.apply(client);
  }

  /** The connections that there are: what was asked for last over each of them. */
  public List<String> connections() {
    return links.stream().map(Link::last).sorted().toList();
  }

  /** Ends all connections at once, as a crashed machine's are when it is back. */
  public void reset() {
    links.forEach(Link::reset);
  }

  /** Ends those connections of which something was swallowed. */
  public void resetHoles() {
    links.stream().filter(Link::hasHoles).forEach(Link::reset);
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = socket.accept();
        if (trouble.kind() == Trouble.Kind.NO_CONNECTIONS) {
          Link.reset(client);
        } else {
          open(client);
        }
      } catch (IOException over) {
        // The proxy is closed, or the client has gone again.
      }
    }
  }

  private void open(Socket client) {
    for (int i = 0; i < targets.size(); i++) {
      int target = targets.get(Math.floorMod(next.getAndIncrement(), targets.size()));
      try {
        Link link =
            new Link(
                this,
                passage(client),
                client,
                new Socket(InetAddress.getLoopbackAddress(), target));
        links.add(link);
        link.start();
        return;
      } catch (IOException down) {
        // The next one.
      }
    }
    Link.reset(client);
  }

  void forget(Link link) {
    links.remove(link);
  }

  @Override
  public void close() {
    closed = true;
    try {
      socket.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    reset();
  }
}
