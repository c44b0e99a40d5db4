package dev.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Free ports for servers, also for such as are down now and then. */
public final class Ports {
  /**
   * The loopback address as servers are told it: by number, since names and the JDK's own choice
   * may lead to IPv6.
   */
  public static final String HOST = "127.0.0.1";

  /*
   * Not those that the system gives to clients, as one of these may take a port while its server is
   * down. A node of a cluster listens at its port plus 10,000 as well. All have five digits.
   */
  private static final int FIRST = 11_000;
  private static final int END = 21_000;
  private static final int FURTHER = 10_000;
  private static final int ATTEMPTS = 10_000;

  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  /** Open files, whose locks keep other JVMs from our ports. */
  private static final Queue<FileChannel> MARKS = new ConcurrentLinkedQueue<>();

  private Ports() {}

  /** A port of this machine, at {@link #HOST}. */
  static InetSocketAddress address(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1}), port);
    } catch (UnknownHostException ofWrongLength) {
      throw new IllegalStateException(ofWrongLength);
    }
  }

  /**
   * One that is free now, as is the one that is 10,000 above; no other call gets it, nor one of
   * another JVM of this user.
   */
  public static int free() {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port) && isFree(port + FURTHER) && reserve(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free");
  }

  /** So many of them. */
  public static List<Integer> free(int count) {
    return Stream.generate(Ports::free).limit(count).toList();
  }

  /** Whether something listens there. */
  static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(address(port), 1_000);
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /**
   * Keeps all others from a port for as long as this JVM runs: it looks free until its server has
   * started, and whoever takes it meanwhile would answer in the place of that server.
   */
  static boolean reserve(int port) {
    // Before the file is opened: to close it again would end the lock that this JVM may have on it.
    if (!TAKEN.add(port)) {
      return false;
    }
    // Not java.io.tmpdir, which is another one where a module's build says so.
    String folder = "/tmp/holdfast-ports-" + System.getProperty("user.name");
    Path marks = Path.of(folder);
    try {
      FileChannel mark =
          FileChannel.open(
              Files.createDirectories(marks).resolve(String.valueOf(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (mark.tryLock() == null) {
        mark.close();
        return false;
      }
      return MARKS.add(mark);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address(port), 1);
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
