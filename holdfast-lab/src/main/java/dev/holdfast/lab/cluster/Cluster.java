package dev.holdfast.lab.cluster;

import dev.holdfast.lab.episode.FreePorts;
import dev.holdfast.lab.episode.StoreServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A replicated store of three real members, each a process of its own with its data in a folder,
 * which waits for its disk at every write, and reaches the others through a network of the lab's.
 */
public final class Cluster implements StoreServer {
  /** How many members there are. */
  public static final int MEMBERS = 3;

  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = 50_000_000;

  private final Service service;
  private final PeerNetwork peers;
  private final List<Member> members = new ArrayList<>();

  /** Starts it, with its files in a folder. */
  public Cluster(Service service, Path folder) throws IOException {
    if (!service.obstacle().isEmpty()) {
      throw new IOException(service.obstacle());
    }
    this.service = service;
    int doors = service.doors();
    List<Integer> ports = FreePorts.take((1 + doors) * MEMBERS);
    peers =
        new PeerNetwork(
            ports.subList(MEMBERS, ports.size()), doors, number -> members.get(number).process());
    for (int i = 0; i < MEMBERS; i++) {
      Path own = Files.createDirectories(folder.resolve("member" + (i + 1)));
      members.add(service.member(new Seat(i, own, ports.get(i), peers)));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    boolean answers = false;
    try {
      start();
      answers = true;
    } finally {
      if (!answers) {
        close();
      }
    }
  }

  /** What it is. */
  public Service service() {
    return service;
  }

  @Override
  public int port() {
    return ports().get(0);
  }

  @Override
  public List<Integer> ports() {
    return members.stream().map(Member::port).toList();
  }

  /** The members that lead or follow now, first the one that leads, if there is one. */
  public List<Member> byRank() {
    List<Member> ranked = new ArrayList<>(members);
    Collections.shuffle(ranked, ThreadLocalRandom.current());
    ranked.sort((a, b) -> Boolean.compare(b.leads(), a.leads()));
    return ranked;
  }

  @Override
  public void start() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!members.stream().allMatch(Member::serves)) {
      for (Member member : members) {
        member.ensureAlive(); // A member ends itself where its disk failed it.
      }
      if (System.nanoTime() > end) {
        throw new IOException(service.word() + " does not answer; see " + members.get(0).folder());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void kill() {
    members.forEach(Member::kill);
  }

  /** Deletes all data; no member runs. */
  public void wipe() throws IOException {
    for (Member member : members) {
      member.wipe();
    }
  }

  @Override
  public void pause() throws IOException {
    for (Member member : members) {
      member.pause();
    }
  }

  @Override
  public void resume() throws IOException {
    for (Member member : members) {
      member.resume();
    }
  }

  @Override
  public void restartIn(Map<String, String> environment) throws IOException {
    kill();
    members.forEach(member -> member.environment(environment));
    start();
  }

  @Override
  public String version() {
    return members.get(0).version();
  }

  @Override
  public void close() {
    kill();
    peers.close();
  }
}
