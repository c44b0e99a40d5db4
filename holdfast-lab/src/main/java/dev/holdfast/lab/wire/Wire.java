package dev.holdfast.lab.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What joins one client to the server in root mode: a network namespace of the client's, and a pair
 * of virtual links between it and the lab's own, in which the server is. The harm is done by the
 * kernel: packets are lost on their arrival, or wait in a queue. Neither side is told.
 */
public final class Wire implements AutoCloseable {
  private static final long START_NANOS = 5_000_000_000L;
  private static final String CLIENTS_END = "eth0";

  /** Connections that are seen in their middle are not taken for known ones. */
  private static final Path LOOSE = Path.of("/proc/sys/net/netfilter/nf_conntrack_tcp_loose");

  /* Where in a line of the kernel's table of sockets. A socket that no process has is number 0. */
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTENS = "0A";

  private final int number;
  private final String link;
  private final Process keeper;
  private boolean filtered;
  private boolean queued;

  /** Makes it; the number is the client's. */
  public Wire(int number) throws IOException {
    this.number = number;
    link = "hl" + number;
    keeper = new ProcessBuilder("unshare", "--net", "sleep", "infinity").start();
    Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
    Path theirs = Path.of("/proc/" + keeper.pid() + "/ns/net");
    long end = System.nanoTime() + START_NANOS;
    while (Files.readSymbolicLink(theirs).equals(own)) {
      if (System.nanoTime() > end) {
        throw new IOException("there is no network namespace for client " + number);
      }
      LockSupport.parkNanos(1_000_000);
    }
    String pid = String.valueOf(keeper.pid());
    Shell.run("ip", "link", "add", link, "type", "veth", "peer", "name", CLIENTS_END, "netns", pid);
    Shell.run("ip", "addr", "add", server() + "/30", "dev", link);
    Shell.run("ip", "link", "set", link, "up");
    inside("ip", "link", "set", "lo", "up");
    inside("ip", "addr", "add", client() + "/30", "dev", CLIENTS_END);
    inside("ip", "link", "set", CLIENTS_END, "up");
  }

  /** Where the client finds the server. */
  public String server() {
    return "198.51.100." + (4 * number + 1);
  }

  /** Where the server sees the client. */
  public String client() {
    return "198.51.100." + (4 * number + 2);
  }

  /** What stands before a command that is to run at the client's end. */
  public List<String> enter() {
    return List.of("nsenter", "--net=/proc/" + keeper.pid() + "/ns/net", "--");
  }

  private void inside(String... words) throws IOException {
    List<String> command = new ArrayList<>(enter());
    command.addAll(List.of(words));
    Shell.run(command);
  }

  /** What comes from the client meets this rule when it arrives. */
  public void requests(String rule) throws IOException {
    filtered = true;
    Shell.run("nft", filter(link, rule));
  }

  /** What comes from the server meets this rule when it arrives. */
  public void replies(String rule) throws IOException {
    filtered = true;
    inside("nft", filter(CLIENTS_END, rule));
  }

  private String filter(String from, String rule) {
    String table = "inet wire" + number;
    String chain = "{ type filter hook input priority 0; }";
    return "add table %s; add chain %s in %s; add rule %s in iifname \"%s\" %s"
        .formatted(table, table, chain, table, from, rule);
  }

  /** Whoever keeps track of connections has forgotten those that there are. */
  public void forget() throws IOException {
    Files.writeString(LOOSE, "0");
    requests("ct state invalid drop");
  }

  /** The link is down, or up again. */
  public void link(boolean up) throws IOException {
    Shell.run("ip", "link", "set", link, up ? "up" : "down");
  }

  /** What leaves at either end waits in a queue like this. */
  public void queue(String... discipline) throws IOException {
    queued = true;
    Shell.run(queueing(link, discipline));
    inside(queueing(CLIENTS_END, discipline).toArray(String[]::new));
  }

  private static List<String> queueing(String device, String... discipline) {
    List<String> words = new ArrayList<>(List.of("tc", "qdisc", "replace", "dev", device, "root"));
    words.addAll(List.of(discipline));
    return words;
  }

  /**
   * The ports of the connections that the client's processes have open. What the server has open is
   * another matter: of a reset that was lost it never hears.
   */
  public List<Integer> ports() throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path sockets = Path.of("/proc/" + keeper.pid() + "/net/" + table);
      List<String> lines = Files.readAllLines(sockets);
      for (String line : lines.subList(1, lines.size())) {
        String[] words = line.strip().split("\\s+", -1);
        if (!words[INODE].equals("0") && !words[STATE].equals(LISTENS)) {
          ports.add(Integer.parseInt(words[LOCAL].substring(words[LOCAL].indexOf(':') + 1), 16));
        }
      }
    }
    return ports;
  }

  /** Ends all harm. */
  public void heal() throws IOException {
    if (filtered) {
      String end = "add table inet wire%d; delete table inet wire%d".formatted(number, number);
      Shell.run("nft", end);
      inside("nft", end);
      filtered = false;
    }
    if (queued) {
      queue("pfifo", "limit", "1000");
      queued = false;
    }
    link(true);
  }

  @Override
  public void close() {
    keeper.destroyForcibly();
  }
}
