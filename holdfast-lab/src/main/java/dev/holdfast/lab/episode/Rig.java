package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.Happening;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.cluster.Cluster;
import dev.holdfast.lab.database.DatabaseServer;
import dev.holdfast.lab.load.ClientMain;
import dev.holdfast.lab.load.Load;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.lab.wire.RootMode;
import dev.holdfast.lab.wire.Wire;
import dev.holdfast.servers.RedisGroup;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Server;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What episodes are played on: a server, three client processes, and between each of them and the
 * server a proxy, or in root mode a wire. It is used again by the next episode. Faults do their
 * harm through it, so that all that is done is written down. Other servers join when the first lock
 * on them is played.
 */
public final class Rig implements AutoCloseable {
  /** How many clients there are. */
  public static final int CLIENTS = 3;

  private final Path folder;
  private final IntFunction<String> first;
  private final Grounds grounds;
  private Ground ground;
  private final List<Wire> wires = new ArrayList<>();
  private final List<ClientProcess> clients = new ArrayList<>();
  private final List<@Nullable Load> loads = new ArrayList<>();
  private final ClientClocks clocks;
  private final List<Happening> happenings = Collections.synchronizedList(new ArrayList<>());

  /** Starts all processes; their files go into the folder. */
  public Rig(Path folder) throws IOException {
    this(folder, "");
  }

  /** The same with clients for which the classes in another folder come before all others. */
  public Rig(Path folder, String first) throws IOException {
    this(folder, client -> first);
  }

  /** The same with a folder for each client, which is asked for at each start of it. */
  public Rig(Path folder, IntFunction<String> first) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.first = first;
    this.clocks = new ClientClocks(folder, clients);
    grounds = new Grounds(folder);
    ground = grounds.redis();
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      Supplier<String> classes = () -> first.apply(client);
      File log = folder.resolve("client" + i + ".log").toFile();
      if (RootMode.isInside()) {
        Wire wire = new Wire(i);
        wires.add(wire);
        clients.add(new ClientProcess(log, ClientMain.class, classes, wire.enter(), wire.server()));
      } else {
        List<String> options = OwnLoopback.options(folder, i);
        clients.add(new ClientProcess(log, ClientMain.class, classes, List.of(), options));
      }
      loads.add(null);
    }
  }

  public Path folder() {
    return folder;
  }

  /** The Redis server, which is always there. */
  public RedisServer server() {
    return grounds.server();
  }

  /** What keeps this episode's names apart from those of others. */
  public String namespace() {
    return lives().get(0).namespace();
  }

  /** The Redis servers on which the locks of this episode are, if they are on some. */
  public List<RedisServer> servers() {
    return ground.server() instanceof RedisGroup group ? group.servers() : List.of(server());
  }

  /** Goes to the server on which a lock is, and starts it if it is the first one there. */
  public void goTo(String lock) throws IOException {
    ground = grounds.of(lock);
  }

  /** The server on which the locks of this episode are. */
  public Server store() {
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

  /** The same, if it is several Redis servers. */
  public RedisGroup group() {
    return (RedisGroup) ground.server();
  }

  /** Which servers are masters, in words that differ when a replica was promoted. */
  String constellation() throws IOException {
    return ground.server() instanceof RedisGroup group ? group.constellation() : "";
  }

  /** What the servers say that they are. */
  public String versions() throws IOException {
    return grounds.versions();
  }

  /** What joins a client to the server in root mode. */
  public Wire wire(int client) {
    return wires.get(client);
  }

  /** Where a client finds the server, or servers. */
  List<Integer> ports(int client) {
    return ground.ports(client);
  }

  /** The connections of all clients that there are, in words. */
  List<String> connections() {
    return new OpenConnections(ground, servers(), wires, clients.subList(0, CLIENTS)).inWords();
  }

  /** Sets the trouble of all clients' networks. */
  public void trouble(Trouble trouble) {
    note("network of all: " + trouble);
    ground.set(trouble);
  }

  /** Sets the trouble of one client's network. */
  public void trouble(int client, Trouble trouble) {
    note("network of client " + client + ": " + trouble);
    ground.set(client, trouble);
  }

  /** Sets the trouble of one client's way to one of several servers. */
  public void trouble(int client, RedisServer server, Trouble trouble) {
    note("way of client " + client + " to " + server + ": " + trouble);
    ground.set(client, servers().indexOf(server), trouble);
  }

  /** Ends all clients' connections. */
  public void resetConnections() {
    note("connections reset");
    ground.reset();
  }

  /** The resource that the locks of this episode guard. */
  public Register register() {
    Load load = lives().get(0);
    return Register.at(load.register(), load.names());
  }

  /** Opens all clients of an episode and sets them to work. */
  void begin(List<Load> wanted) throws IOException {
    happenings.clear();
    for (int i = 0; i < wanted.size(); i++) {
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
    for (int i = 0; i < clients.size(); i++) {
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
    ground.reset(client);
  }

  /**
   * Ends a client in good order: it gives back what it holds, and its process ends.
   *
   * @return what it left behind, in words
   */
  public List<String> endClient(int client) throws IOException {
    note("client " + client + " ends");
    clients.get(client).order("stop");
    List<String> left = clients.get(client).answer();
    clients.get(client).kill();
    return left;
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

  /** Before an episode: starts more clients, until there are as many as this. */
  public void gather(int many) throws IOException {
    for (int i = clients.size(); i < many; i++) {
      File log = folder.resolve("client" + i + ".log").toFile();
      clients.add(new ClientProcess(log, ClientMain.class, first.apply(i)));
      loads.add(null);
    }
  }

  /** After an episode: ends those of {@link #gather}. */
  public void disperse() {
    for (ClientProcess more : clients.subList(CLIENTS, clients.size())) {
      more.close();
    }
    clients.subList(CLIENTS, clients.size()).clear();
    loads.subList(CLIENTS, loads.size()).clear();
  }

  /** How many clients there are in this episode. */
  int clients() {
    return clients.size();
  }

  /** The clocks of the clients' processes. */
  public ClientClocks clocks() {
    return clocks;
  }

  /**
   * Ends {@link #pauseClient} of a client whose clocks have missed this time.
   *
   * @param wallToo whether its wall clock has, too, and not only the monotonic one
   */
  public void wakeClient(int client, Duration missed, boolean wallToo) throws IOException {
    String which = wallToo ? "its clocks have missed " : "its monotonic clock has missed ";
    note("client " + client + " wakes: " + which + missed.toMillis() + " ms");
    clocks.miss(client, missed, wallToo);
    clients.get(client).resume();
  }

  /** How many names there are. */
  public int names() {
    return lives().get(0).names();
  }

  /** The file in which the locks of this episode are, if they are in one. */
  public Path file() {
    return lives().get(0).folder().resolve(namespace() + ".db");
  }

  /** How long a hold of this episode lasts without renewal. */
  public Duration lease() {
    return lives().get(0).lease();
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
    grounds.close();
    wires.forEach(Wire::close);
  }
}
