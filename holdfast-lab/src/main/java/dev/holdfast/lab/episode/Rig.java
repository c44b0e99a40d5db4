package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.Happening;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.cluster.Cluster;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.database.DatabaseServer;
import dev.holdfast.lab.load.ClientMain;
import dev.holdfast.lab.load.Load;
import dev.holdfast.lab.proxy.Protocol;
import dev.holdfast.lab.proxy.Proxy;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.lab.wire.RootMode;
import dev.holdfast.lab.wire.Wire;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What episodes are played on: a server, three client processes, and between each of them and the
 * server a proxy, or in root mode a wire. It is used again by the next episode. Faults do their
 * harm through it, so that all that is done is written down. A database server or a cluster joins
 * when the first lock on it is played.
 */
public final class Rig implements AutoCloseable {
  /** How many clients there are. */
  public static final int CLIENTS = 3;

  private final Path folder;
  private final RedisServer server;
  private final Ground redis;
  private final Map<Database, Ground> databases = new EnumMap<>(Database.class);
  private final Map<Service, Ground> clusters = new EnumMap<>(Service.class);
  private Ground ground;
  private final List<Wire> wires = new ArrayList<>();
  private final List<ClientProcess> clients = new ArrayList<>();
  private final List<@Nullable Load> loads = new ArrayList<>();
  private final List<Happening> happenings = Collections.synchronizedList(new ArrayList<>());

  /** Starts all processes; their files go into the folder. */
  public Rig(Path folder) throws IOException {
    this(folder, "");
  }

  /** The same with clients for which the classes in another folder come before all others. */
  public Rig(Path folder, String first) throws IOException {
    this.folder = Files.createDirectories(folder);
    boolean wired = RootMode.isInside();
    server = new RedisServer(folder.resolve("server"), wired ? "0.0.0.0" : "127.0.0.1");
    redis = Ground.of(server, Protocol.REDIS, wired ? 0 : CLIENTS);
    ground = redis;
    for (int i = 0; i < CLIENTS; i++) {
      File log = folder.resolve("client" + i + ".log").toFile();
      if (wired) {
        Wire wire = new Wire(i);
        wires.add(wire);
        clients.add(new ClientProcess(log, ClientMain.class, first, wire.enter(), wire.server()));
      } else {
        clients.add(new ClientProcess(log, ClientMain.class, first));
      }
      loads.add(null);
    }
  }

  public Path folder() {
    return folder;
  }

  /** The Redis server, which is always there. */
  public RedisServer server() {
    return server;
  }

  /** Goes to the server on which a lock is, and starts it if it is the first one there. */
  public void goTo(String lock) throws IOException {
    Optional<Service> service = Service.of(lock);
    if (service.isPresent()) {
      ground = ground(service.get());
      return;
    }
    Optional<Database> database = Database.of(lock);
    ground = database.isEmpty() ? redis : ground(database.get());
  }

  private Ground ground(Database database) throws IOException {
    Ground known = databases.get(database);
    if (known != null) {
      return known;
    }
    Protocol protocol = database == Database.POSTGRES ? Protocol.POSTGRES : Protocol.BYTES;
    DatabaseServer started = database.start(folder.resolve(database.word()));
    Ground added = Ground.of(started, protocol, CLIENTS);
    databases.put(database, added);
    return added;
  }

  private Ground ground(Service service) throws IOException {
    Ground known = clusters.get(service);
    if (known == null) {
      Cluster started = new Cluster(service, folder.resolve(service.word()));
      known = Ground.of(started, Protocol.BYTES, CLIENTS);
      clusters.put(service, known);
    }
    return known;
  }

  /** The server on which the locks of this episode are. */
  public StoreServer store() {
    return ground.server();
  }

  /** The same, if it is one of a database. */
  public DatabaseServer database() {
    return (DatabaseServer) ground.server();
  }

  /** The same, if it is a cluster. */
  public Cluster cluster() {
    return (Cluster) ground.server();
  }

  /** What the servers say that they are. */
  public String versions() throws IOException {
    StringBuilder versions = new StringBuilder(server.version());
    for (Ground each : databases.values()) {
      versions.append(", ").append(each.server().version());
    }
    for (Ground each : clusters.values()) {
      versions.append(", ").append(each.server().version());
    }
    return versions.toString();
  }

  /** What joins a client to the server in root mode. */
  public Wire wire(int client) {
    return wires.get(client);
  }

  /** Where a client finds the server. */
  int port(int client) {
    return wires.isEmpty() ? ground.proxies().get(client).port() : server.port();
  }

  /** The connections of all clients that there are, in words. */
  List<String> connections() {
    List<String> all = new ArrayList<>();
    try {
      for (int client = 0; client < CLIENTS; client++) {
        for (String last : connections(client)) {
          all.add("a connection of client " + client + ", which asked last for " + last);
        }
      }
    } catch (IOException unknown) {
      all.add("connections that nobody knows of: " + unknown);
    }
    return all;
  }

  /** A client's connections that there are: what was asked for last over each of them. */
  List<String> connections(int client) throws IOException {
    if (wires.isEmpty()) {
      return ground.proxies().get(client).connections();
    }
    String known = String.valueOf(server.ask("CLIENT", "LIST"));
    List<String> last = new ArrayList<>();
    for (int port : wires.get(client).ports()) {
      String address = " addr=" + wires.get(client).client() + ":" + port + " ";
      last.add(
          known
              .lines()
              .filter(line -> line.contains(address))
              .map(line -> line.replaceAll(".* cmd=(\\S*).*", "$1"))
              .findFirst()
              .orElse("nothing that the server knows of"));
    }
    return last;
  }

  /** Sets the trouble of all clients' networks. */
  public void trouble(Trouble trouble) {
    note("network of all: " + trouble);
    ground.proxies().forEach(proxy -> proxy.set(trouble));
  }

  /** Sets the trouble of one client's network. */
  public void trouble(int client, Trouble trouble) {
    note("network of client " + client + ": " + trouble);
    ground.proxies().get(client).set(trouble);
  }

  /** Ends all clients' connections. */
  public void resetConnections() {
    note("connections reset");
    ground.proxies().forEach(Proxy::reset);
  }

  /** The resource that the locks of this episode guard. */
  public Register register() {
    Load load = lives().get(0);
    return Register.at(load.register(), load.names());
  }

  /** Opens all clients of an episode and sets them to work. */
  void begin(List<Load> wanted) throws IOException {
    happenings.clear();
    for (int i = 0; i < CLIENTS; i++) {
      loads.set(i, wanted.get(i));
      clients.get(i).ensureAlive();
      clients.get(i).order("open " + wanted.get(i).line());
    }
    for (ClientProcess client : clients) {
      client.answer();
    }
    for (ClientProcess client : clients) {
      client.order("start");
    }
    for (ClientProcess client : clients) {
      client.answer();
    }
    happened(Happening.Type.BEGIN, -1, "load on");
  }

  /** Ends the load; what the clients left behind, in words. */
  List<String> end() throws IOException {
    happened(Happening.Type.END, -1, "load off");
    List<String> left = new ArrayList<>();
    for (ClientProcess client : clients) {
      client.order("stop");
    }
    for (int i = 0; i < CLIENTS; i++) {
      for (String word : clients.get(i).answer()) {
        left.add("client " + i + ": " + word);
      }
    }
    return left;
  }

  /** Kills a client's process. */
  public void killClient(int client) {
    happened(Happening.Type.KILL, client, "client " + client + " killed");
    clients.get(client).kill();
    if (wires.isEmpty()) {
      ground.proxies().get(client).reset();
    }
  }

  /** Starts a killed client again, which goes on with a new life. */
  public void reviveClient(int client) throws IOException {
    Load load = loads.get(client);
    if (load == null) {
      return;
    }
    Load again = load.again();
    loads.set(client, again);
    ClientProcess process = clients.get(client);
    process.ensureAlive();
    process.order("open " + again.line());
    process.answer();
    process.order("start");
    process.answer();
    note("client " + client + " lives again");
  }

  /** Has a client's lock closed under its users' hands, and another one opened. */
  public void reopenClient(int client) throws IOException {
    happened(Happening.Type.CLOSE, client, "client " + client + " closes and opens anew");
    clients.get(client).order("reopen");
  }

  /** Waits until {@link #reopenClient} is done. */
  public void reopened(int client) throws IOException {
    clients.get(client).answer();
  }

  /** Has a client's application use up the connections that it shares with its lock. */
  public void exhaustClient(int client) throws IOException {
    note("client " + client + ": no connection is left in its pool");
    clients.get(client).order("exhaust");
    clients.get(client).answer();
  }

  /** Ends {@link #exhaustClient}. */
  public void relieveClient(int client) throws IOException {
    note("client " + client + ": its pool has connections again");
    clients.get(client).order("relent");
    clients.get(client).answer();
  }

  /** Stops a client's time. */
  public void pauseClient(int client) throws IOException {
    note("client " + client + " stopped");
    clients.get(client).pause();
  }

  /** Ends {@link #pauseClient}. */
  public void resumeClient(int client) throws IOException {
    note("client " + client + " goes on");
    clients.get(client).resume();
  }

  /** Writes down what was done, for the reader. */
  public void note(String what) {
    happened(Happening.Type.NOTE, -1, what);
  }

  void happened(Happening.Type type, int client, String what) {
    happenings.add(new Happening(System.nanoTime(), type, client, what));
  }

  List<Happening> happenings() {
    return List.copyOf(happenings);
  }

  /** The loads that ran in this episode, each life of each client. */
  List<Load> lives() {
    List<Load> lives = new ArrayList<>();
    for (Load last : loads) {
      if (last != null) {
        Load load = last;
        for (int life = last.life(); life >= 0; life--) {
          lives.add(load.life(life));
        }
      }
    }
    return lives;
  }

  @Override
  public void close() {
    clients.forEach(ClientProcess::close);
    redis.close();
    databases.values().forEach(Ground::close);
    clusters.values().forEach(Ground::close);
    wires.forEach(Wire::close);
  }
}
