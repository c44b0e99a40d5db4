package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.cluster.ClusterMap;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.protocol.FailureTexts;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.Slot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cluster as one of its nodes sees it. */
final class ClusterView {
  /** Each of its nodes by its id: first those that have slots and who replicates them. */
  private final Map<String, Node> nodes = new LinkedHashMap<>();

  private final int[] owners = new int[Slot.COUNT];
  private final List<String> ownerIds = new ArrayList<>();
  private final Map<String, String> info = new LinkedHashMap<>();
  private final boolean seesNodes;

  /**
   * A node.
   *
   * @param address where clients reach it
   * @param master the id of the one that it replicates; empty of a master
   * @param flags what is said of it; empty if that cannot be seen
   */
  record Node(String id, NodeAddress address, String master, List<String> flags) {
    boolean isMaster() {
      return master.isEmpty();
    }

    /** Whether it is taken for dead, by the asked one at least. */
    boolean isDown() {
      return flags.contains("fail") || flags.contains("fail?") || flags.contains("noaddr");
    }
  }

  private ClusterView(Object slots, Object lines, Object info, NodeAddress asked) {
    this.seesNodes = lines instanceof byte[];
    slots(Replies.list(slots), asked);
    if (lines instanceof byte[] text) {
      Bytes.text(text).lines().forEach(line -> node(line.split(" ", -1), asked));
    }
    if (info instanceof byte[] text) {
      Bytes.text(text)
          .lines()
          .map(line -> line.split(":", 2))
          .filter(pair -> pair.length == 2)
          .forEach(pair -> this.info.put(pair[0], pair[1].strip()));
    }
  }

  /**
   * Asks a node.
   *
   * @throws dev.holdfast.StoreException if it does not answer, or refuses
   */
  static ClusterView of(BlockingPort asking, NodeAddress asked) {
    List<Object> replies =
        asking.askAll(
            List.of(
                List.of("CLUSTER", "SLOTS"),
                List.of("CLUSTER", "NODES"),
                List.of("CLUSTER", "INFO")));
    if (replies.get(0) instanceof RedisReplyException refusal) {
      throw RedisExceptions.of(asking.site(), "look at the cluster", refusal, FailureTexts.READ);
    }
    return new ClusterView(replies.get(0), replies.get(1), replies.get(2), asked);
  }

  private void slots(List<?> ranges, NodeAddress asked) {
    for (Object each : ranges) {
      List<?> range = Replies.list(each);
      String master = "";
      for (Object node : range.subList(2, range.size())) {
        NodeAddress address = ClusterMap.address(node, asked);
        String id = id(Replies.list(node), address);
        nodes.putIfAbsent(id, new Node(id, address, master, List.of()));
        if (master.isEmpty()) {
          master = id;
        }
      }
      ownerIds.add(master);
      long last = Replies.number(range.get(1));
      for (long slot = Replies.number(range.get(0)); slot <= last; slot++) {
        owners[(int) slot] = ownerIds.size();
      }
    }
  }

  private static String id(List<?> node, NodeAddress address) {
    return node.size() > 2 && node.get(2) instanceof byte[] id
        ? Bytes.text(id)
        : address.toString();
  }

  /** A line reads {@code id ip:port@bus flags master ping pong epoch link slots…}. */
  private void node(String[] words, NodeAddress asked) {
    if (words.length < 8) {
      return;
    }
    List<String> flags = List.of(words[2].split(",", -1));
    Node known = nodes.get(words[0]);
    String place = words[1].replaceAll("[@,].*", "");
    if (known == null && !flags.contains("handshake") && !place.startsWith(":0")) {
      nodes.put(
          words[0],
          new Node(
              words[0],
              NodeAddress.parse(place, asked.host()),
              words[3].equals("-") ? "" : words[3],
              flags));
    } else if (known != null) {
      nodes.put(words[0], new Node(known.id(), known.address(), known.master(), flags));
    }
  }

  /** Those that have slots. */
  List<Node> masters() {
    return nodes.values().stream()
        .filter(node -> node.isMaster() && ownerIds.contains(node.id()))
        .toList();
  }

  List<Node> replicasOf(Node master) {
    return nodes.values().stream().filter(node -> node.master().equals(master.id())).toList();
  }

  /** How many slots no server has. */
  int unserved() {
    int unserved = 0;
    for (int owner : owners) {
      unserved += owner == 0 ? 1 : 0;
    }
    return unserved;
  }

  /** Whether a node is the one that has a slot. */
  boolean has(Node node, int slot) {
    return owners[slot] > 0 && ownerIds.get(owners[slot] - 1).equals(node.id());
  }

  /** What the asked node says of the whole, such as {@code cluster_state}. */
  Optional<String> info(String field) {
    @Nullable String value = info.get(field);
    return Optional.ofNullable(value);
  }

  /** Whether it can be seen which servers are down, and which replicate which. */
  boolean seesNodes() {
    return seesNodes;
  }
}
