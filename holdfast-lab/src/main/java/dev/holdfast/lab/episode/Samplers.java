package dev.holdfast.lab.episode;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A {@link Sampler} on each of several servers; one that is a replica has what its master has. */
final class Samplers implements AutoCloseable {
  private final List<Sampler> samplers;

  Samplers(List<RedisServer> servers) {
    samplers = servers.stream().map(server -> new Sampler(server.port())).toList();
  }

  /** Whether the server at the other end is no replica. */
  static boolean isMaster(RespConnection connection) throws IOException {
    return connection.call("ROLE") instanceof List<?> role && role.get(0).equals("master");
  }

  /** The keys that had no time to live at some moment. */
  Set<String> found() {
    Set<String> found = new TreeSet<>();
    samplers.forEach(each -> found.addAll(each.found()));
    return found;
  }

  @Override
  public void close() {
    samplers.forEach(Sampler::close);
  }
}
