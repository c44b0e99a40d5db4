package dev.holdfast.lab.sim;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reference store behind the network. */
final class MemoryBackend implements Backend {
  static final ClientIdentity ADMIN = new ClientIdentity("admin/sim/0/0", "");

  private final Network network;
  private final Plan.Shape shape;
  private final Server server;
  private final Map<Actor, Connection> connections = new HashMap<>();
  private MemoryStore store;
  private StoreSession admin;

  MemoryBackend(Network network, Plan.Shape shape, Server server) {
    this.network = network;
    this.shape = shape;
    this.server = server;
    this.store = MemoryStore.create(server::micros);
    this.admin = store.open(ADMIN, StoreListener.DEAF);
  }

  @Override
  public StoreSession admin() {
    return admin;
  }

  @Override
  public void restart(boolean wiped) {
    if (wiped) {
      store = MemoryStore.create(server::micros);
      admin = store.open(ADMIN, StoreListener.DEAF);
      connections.values().forEach(connection -> connection.session = null);
    }
  }

  @Override
  public void reconnected(Actor actor) {
    Connection connection = connections.get(actor);
    if (connection != null) {
      connection.listener.changed();
    }
  }

  @Override
  public LockStore storeFor(Actor actor) {
    return new Remote(actor);
  }

  /** The server's end of a client's session, opened anew on a store that lost it. */
  private final class Connection {
    private final Actor actor;
    private final ClientIdentity client;
    final StoreListener listener;
    @Nullable StoreSession session;

    Connection(Actor actor, ClientIdentity client, StoreListener listener) {
      this.actor = actor;
      this.client = client;
      this.listener = listener;
    }

    StoreSession session() {
      StoreSession present = session;
      if (present == null) {
        present = store.open(client, new Pushes(actor, listener));
        session = present;
      }
      return present;
    }
  }

  /** The store as one client sees it. */
  private final class Remote implements LockStore {
    private final Actor actor;

    Remote(Actor actor) {
      this.actor = actor;
    }

    @Override
    public StoreCapabilities capabilities() {
      return traitsOf(shape);
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      Connection connection = new Connection(actor, client, listener);
      connections.put(actor, connection);
      return new SimSession(actor, network, connection::session);
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
      return "sim:";
    }
  }

  static StoreCapabilities traitsOf(Plan.Shape shape) {
    return new StoreCapabilities(
        shape.blocking(),
        shape.pushes(),
        StoreCapabilities.HoldKind.LEASE,
        Duration.ofNanos(shape.timeoutNanos()));
  }

  /** Brings pushes to the network. */
  private final class Pushes implements StoreListener {
    private final Actor to;
    private final StoreListener listener;

    Pushes(Actor to, StoreListener listener) {
      this.to = to;
      this.listener = listener;
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      network.push(
          to,
          () -> "granted " + Texts.name(name) + " to " + Trace.shortened(attempt),
          () -> listener.granted(name, attempt, standing, sentAt));
    }

    @Override
    public void recalled(String name, String attempt) {
      network.push(
          to,
          () -> "recalled " + Texts.name(name) + " from " + Trace.shortened(attempt),
          () -> listener.recalled(name, attempt));
    }

    @Override
    public void broken(String name, String attempt) {
      network.push(
          to,
          () -> "broken " + Texts.name(name) + " of " + Trace.shortened(attempt),
          () -> listener.broken(name, attempt));
    }

    @Override
    public void changed() {
      network.push(to, () -> "changed", listener::changed);
    }
  }
}
