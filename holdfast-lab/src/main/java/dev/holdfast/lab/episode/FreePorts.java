package dev.holdfast.lab.episode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that are down now and then. */
public final class FreePorts {
  /*
   * Not those that clients get, since theirs may take them while a server is down. A node of a
   * cluster listens at its port plus 10,000 as well. All have five digits.
   */
  private static final int FIRST = 11_000;
  private static final int END = 22_000;
  private static final int FURTHER = 10_000;

  private FreePorts() {}

  /** So many that are free now. */
  public static List<Integer> take(int count) {
    TreeSet<Integer> free = new TreeSet<>();
    while (free.size() < count) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port) && isFree(port + FURTHER)) {
        free.add(port);
      }
    }
    return List.copyOf(free);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
