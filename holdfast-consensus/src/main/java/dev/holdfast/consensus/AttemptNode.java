package dev.holdfast.consensus;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's node below its name: it ends with its client's session, and the nodes of a name
 * stand in the order in which they came.
 *
 * @param node the node's own name
 * @param attempt whose node it is; that the name says so is what finds it after a lost reply
 * @param mode what the attempt asks for
 * @param permits how many permits it asks for, 0 for a lock
 * @param size how many permits the name has, as far as it knows
 * @param order its place among the children; may wrap
 */
public record AttemptNode(
    String node, String attempt, Mode mode, int permits, int size, long order) {
  /** Earlier ones first, even where the order wraps. */
  public static final Comparator<AttemptNode> BY_ORDER = (a, b) -> Long.signum(a.order - b.order);

  /** What the node of a request is called, up to what the service puts behind it. */
  public static String prefix(AcquireRequest request) {
    String kind =
        switch (request.mode()) {
          case EXCLUSIVE -> "e";
          case SHARED -> "s";
          case COUNTED -> "c" + request.permits() + "." + request.size();
        };
    return kind + "~" + Encoded.encode(request.attempt()) + "~";
  }

  /** The node of this name, {@link #prefix} with something behind it, unless it is none of ours. */
  public static @Nullable AttemptNode parse(String node, long order) {
    String[] parts = node.split("~", -1);
    if (parts.length != 3) {
      return null;
    }
    try {
      String attempt = Encoded.decode(parts[1]);
      String kind = parts[0];
      if (kind.equals("e") || kind.equals("s")) {
        return new AttemptNode(
            node, attempt, kind.equals("e") ? Mode.EXCLUSIVE : Mode.SHARED, 0, 0, order);
      }
      int dot = kind.indexOf('.');
      if (!kind.startsWith("c") || dot < 0) {
        return null;
      }
      int permits = Integer.parseInt(kind.substring(1, dot));
      int size = Integer.parseInt(kind.substring(dot + 1));
      return new AttemptNode(node, attempt, Mode.COUNTED, permits, size, order);
    } catch (IllegalArgumentException foreign) {
      return null;
    }
  }

  /** Whether it came no later than the one of this number. */
  public boolean isNoLaterThan(long other) {
    return order - other <= 0;
  }
}
