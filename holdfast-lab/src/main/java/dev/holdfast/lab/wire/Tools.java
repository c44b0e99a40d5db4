package dev.holdfast.lab.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What of the kernel and of the system's commands not every machine has. Asked inside. */
public enum Tools {
  /** Loses and refuses packets. */
  PACKET_FILTER("nft", "add table inet probe; delete table inet probe"),
  /** Lets packets wait until there is room for them. */
  NARROW_QUEUE("tc", "qdisc replace dev lo root tbf rate 1gbit burst 100kb latency 1s"),
  /** Lets packets wait for some time. */
  SLOW_QUEUE("tc", "qdisc replace dev lo root netem delay 0ms"),
  /** Sets limits of other processes. */
  FILE_LIMIT("prlimit", "--version"),
  /** A link alone. */
  NONE("true", "");

  private static final Map<Tools, Boolean> KNOWN = new ConcurrentHashMap<>();

  private final String command;
  private final String probe;

  Tools(String command, String probe) {
    this.command = command;
    this.probe = probe;
  }

  /** Whether it works here. */
  public boolean isThere() {
    return KNOWN.computeIfAbsent(this, Tools::ask);
  }

  private boolean ask() {
    boolean there = Shell.works(words());
    if (command.equals("tc") && there) {
      Shell.works("tc", "qdisc", "del", "dev", "lo", "root");
    }
    return there;
  }

  /** nft takes one text, tc words. */
  private String[] words() {
    return command.equals("tc")
        ? (command + " " + probe).split(" ", -1)
        : new String[] {command, probe};
  }

  /** What is missing, if it is. */
  public String text() {
    return this == SLOW_QUEUE
        ? "the kernel has no netem, or there is no tc"
        : "'" + command + "' is not there, or the kernel does not do what it asks for";
  }
}
