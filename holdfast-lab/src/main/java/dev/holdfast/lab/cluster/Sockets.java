package dev.holdfast.lab.cluster;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the kernel (Linux) tells of connections of this machine. */
public final class Sockets {
  /* Where in a line of its tables. */
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  /* A socket that listens has nobody at the other end. */
  private static final String NOBODY = ":0000";

  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  private Sockets() {}

  /** What is missing; empty if it can be asked. */
  public static String obstacle() {
    return Files.isReadable(TABLES.get(0)) ? "" : "only Linux tells whose a connection is";
  }

  /** Of a process's connections, those to any of these ports; in words. */
  public static List<String> to(ProcessHandle process, Set<Integer> ports) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path table : TABLES) {
      if (Files.isReadable(table)) {
        for (String line : Files.readAllLines(table)) {
          String[] words = line.strip().split(" +", -1);
          if (words.length > INODE
              && ports.contains(port(words[REMOTE]))
              && has(process, "socket:[" + words[INODE] + "]")) {
            found.add("a server at port " + port(words[REMOTE]));
          }
        }
      }
    }
    return found;
  }

  private static int port(String end) {
    int colon = end.lastIndexOf(':');
    try {
      return Integer.parseInt(end.substring(colon + 1), 16);
    } catch (NumberFormatException heading) {
      return -1;
    }
  }

  /** Whether the end of a connection with this port is a process's. */
  static boolean has(ProcessHandle process, int port) {
    try {
      for (Path table : TABLES) {
        if (Files.isReadable(table) && has(process, table, port)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException gone) {
      return false; // So it has none.
    }
  }

  private static boolean has(ProcessHandle process, Path table, int port) throws IOException {
    String end = String.format(Locale.ROOT, ":%04X", port);
    for (String line : Files.readAllLines(table)) {
      String[] words = line.strip().split(" +", -1);
      if (words.length > INODE
          && words[LOCAL].endsWith(end)
          && !words[REMOTE].endsWith(NOBODY)
          && has(process, "socket:[" + words[INODE] + "]")) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(ProcessHandle process, String socket) throws IOException {
    Path open = Path.of("/proc/" + process.pid() + "/fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path file : files) {
        if (isTo(file, socket)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isTo(Path file, String socket) {
    try {
      return Files.readSymbolicLink(file).toString().equals(socket);
    } catch (IOException closed) {
      return false;
    }
  }
}
