package dev.holdfast.redis.internal.port;

import java.util.Objects;

/**
 * Where one server of several listens.
 *
 * @param host a name or an address; an IPv6 address without brackets
 * @param port the port
 */
public record NodeAddress(String host, int port) implements Comparable<NodeAddress> {
  /** Checks that nothing is missing. */
  public NodeAddress {
    Objects.requireNonNull(host, "host");
  }

  /** Reads {@code host:port}, as servers write it: the last colon divides. */
  public static NodeAddress parse(String text, String hostIfNone) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, Math.max(0, colon));
    return new NodeAddress(
        host.isEmpty() ? hostIfNone : host, Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public int compareTo(NodeAddress other) {
    int hosts = host.compareTo(other.host);
    return hosts == 0 ? Integer.compare(port, other.port) : hosts;
  }

  /** {@code host:port}. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
