package dev.holdfast.lab.episode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a lock under test needs to know to be made in a client process.
 *
 * @param client which client of the episode this is, from 0 on
 * @param host where the store is, as this client sees it (through the proxy)
 * @param ports likewise: one, or one for each server that this client has to know
 * @param namespace what keeps the episodes apart that share a store
 * @param lease how long a hold lasts without renewal
 * @param folder a folder that all clients of the episode share
 */
public record Surroundings(
    int client, String host, List<Integer> ports, String namespace, Duration lease, Path folder) {
  public Surroundings {
    ports = List.copyOf(ports);
  }

  /** The first port. */
  public int port() {
    return ports.get(0);
  }
}
