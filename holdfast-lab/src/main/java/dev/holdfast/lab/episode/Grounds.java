package dev.holdfast.lab.episode;

import dev.holdfast.lab.cluster.Cluster;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.proxy.Protocol;
import dev.holdfast.lab.topology.Topology;
import dev.holdfast.lab.wire.RootMode;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What locks are on: a Redis server from the first, and others when the first lock is there. */
final class Grounds implements AutoCloseable {
  private final Path folder;
  private final RedisServer server;
  private final Ground redis;
  private final Map<String, Ground> others = new LinkedHashMap<>();

  Grounds(Path folder) throws IOException {
    this.folder = folder;
    boolean wired = RootMode.isInside();
    server = new RedisServer(folder.resolve("server"), Ports.free(), List.of());
    if (wired) {
      server.bind("0.0.0.0");
    }
    server.start();
    redis = wired ? Ground.direct(server) : Ground.of(server, Protocol.REDIS, Rig.CLIENTS);
  }

  /** The Redis server that is always there. */
  RedisServer server() {
    return server;
  }

  /** The Redis server that is always there, and the way to it. */
  Ground redis() {
    return redis;
  }

  /** What a lock is on. */
  Ground of(String lock) throws IOException {
    Optional<Topology> topology = Topology.of(lock);
    if (topology.isPresent()) {
      return known(topology.get().word(), () -> ground(topology.get()));
    }
    Optional<Service> service = Service.of(lock);
    if (service.isPresent()) {
      return known(service.get().word(), () -> ground(service.get()));
    }
    Optional<Database> database = Database.of(lock);
    return database.isPresent()
        ? known(database.get().word(), () -> ground(database.get()))
        : redis;
  }

  private interface Start {
    Ground start() throws IOException;
  }

  private Ground known(String word, Start start) throws IOException {
    Ground known = others.get(word);
    if (known == null) {
      known = start.start();
      others.put(word, known);
    }
    return known;
  }

  private Ground ground(Topology topology) throws IOException {
    Server started = topology.start(folder.resolve(topology.word()));
    return topology.announcesAddresses()
        ? Ground.direct(started)
        : Ground.ofEach(started, Protocol.REDIS, Rig.CLIENTS);
  }

  private Ground ground(Service service) throws IOException {
    Cluster started = Cluster.started(service, folder.resolve(service.word()));
    return Ground.of(started, Protocol.BYTES, Rig.CLIENTS);
  }

  private Ground ground(Database database) throws IOException {
    Protocol protocol = database == Database.POSTGRES ? Protocol.POSTGRES : Protocol.BYTES;
    Server started = database.start(folder.resolve(database.word()));
    return Ground.of(started, protocol, Rig.CLIENTS);
  }

  /** What the servers say that they are. */
  String versions() throws IOException {
    StringBuilder versions = new StringBuilder(server.version());
    for (Ground each : others.values()) {
      versions.append(", ").append(each.server().version());
    }
    return versions.toString();
  }

  @Override
  public void close() {
    redis.close();
    others.values().forEach(Ground::close);
  }
}
