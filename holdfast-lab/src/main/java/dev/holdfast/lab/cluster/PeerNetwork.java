package dev.holdfast.lab.cluster;

import dev.holdfast.lab.proxy.Passage;
import dev.holdfast.lab.proxy.Protocol;
import dev.holdfast.lab.proxy.Proxy;
import dev.holdfast.lab.proxy.Trouble;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * The network between the members of a cluster: before each port on which one of them hears the
 * others is a proxy, and the others know that one's port only. Any two members can be cut off from
 * each other. Thread-safe.
 */
final class PeerNetwork implements AutoCloseable {
  /*
   * All members give a member's port the same number, as etcd wants it; so a proxy has to find out
   * who it is that connects. The kernel knows, for as long as the caller has its end open. Who has
   * closed it again is not found, and nothing more comes from it: a ZooKeeper server with a lower
   * number says by which address it can be called back, and closes. That passes; the call back is
   * known, and cut off if it should be.
   */
  private static final int TRIES = 4;

  private static final long PAUSE_NANOS = 5_000_000;
  private static final int ANYBODY = -1;

  private record Pair(int one, int other) {
    static Pair of(int one, int other) {
      return new Pair(Math.min(one, other), Math.max(one, other));
    }

    boolean has(int member) {
      return one == member || other == member;
    }
  }

  private final List<Integer> doors;
  private final int each;
  private final List<Proxy> ways = new ArrayList<>();
  private final IntFunction<Optional<ProcessHandle>> processes;
  private final Set<Pair> severed = ConcurrentHashMap.newKeySet();

  /**
   * Opens it.
   *
   * @param doors the ports on which the members hear each other, member by member
   * @param each how many of them each has
   * @param processes what runs as a member
   */
  PeerNetwork(List<Integer> doors, int each, IntFunction<Optional<ProcessHandle>> processes) {
    this.doors = List.copyOf(doors);
    this.each = each;
    this.processes = processes;
    for (int i = 0; i < doors.size(); i++) {
      int target = i / each;
      ways.add(new Proxy(List.of(doors.get(i)), Protocol.BYTES, client -> passage(client, target)));
    }
  }

  /** Where a member hears the others. */
  List<Integer> doors(int member) {
    return doors.subList(member * each, (member + 1) * each);
  }

  /** Where the others find a member. */
  List<Integer> ways(int member) {
    return ways.subList(member * each, (member + 1) * each).stream().map(Proxy::port).toList();
  }

  /** Nothing passes any more between these two. */
  void sever(int one, int other) {
    severed.add(Pair.of(one, other));
  }

  /** Everything passes again between this one and the others; what was cut off has to connect. */
  void rejoin(int member) {
    severed.removeIf(pair -> pair.has(member));
    ways.forEach(Proxy::resetHoles);
  }

  private Passage passage(Socket client, int target) {
    int source = source(client.getPort());
    for (int i = 1; i < TRIES && source == ANYBODY && Sockets.obstacle().isEmpty(); i++) {
      LockSupport.parkNanos(PAUSE_NANOS); // Its table changes while it is read.
      source = source(client.getPort());
    }
    return passage(source, target);
  }

  private Passage passage(int source, int target) {
    return new Passage() {
      @Override
      public Trouble trouble() {
        return severed.contains(Pair.of(source, target))
            ? Trouble.of(Trouble.Kind.SILENT)
            : Trouble.NONE;
      }

      @Override
      public byte[] first(byte[] piece) {
        return readdressed(piece);
      }
    };
  }

  private int source(int port) {
    for (int member = 0; member < Cluster.MEMBERS; member++) {
      Optional<ProcessHandle> process = processes.apply(member);
      if (process.isPresent() && Sockets.has(process.get(), port)) {
        return member;
      }
    }
    return ANYBODY;
  }

  /**
   * A ZooKeeper server that calls says by which address it can be called back: by the one at which
   * it listens, as far as it knows. All ports have five digits.
   */
  private byte[] readdressed(byte[] piece) {
    String text = new String(piece, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < doors.size(); i++) {
      text = text.replace("127.0.0.1:" + doors.get(i), "127.0.0.1:" + ways.get(i).port());
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    ways.forEach(Proxy::close);
  }
}
