package dev.holdfast.redis;

import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;

/** Which node of a cluster has the keys of which name. */
final class ClusterNames {
  private ClusterNames() {}

  private static int slot(String namespace, String name) {
    return Slot.of(new Keys(namespace).hold(name));
  }

  /** The node that serves the slot of a name now. */
  static RedisServer masterOf(RedisCluster cluster, String namespace, String name) {
    try {
      return cluster.masterOf(slot(namespace, name));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** A name whose keys this node serves, of many that begin like this. */
  static String nameAt(RedisCluster cluster, RedisServer node, String namespace, String prefix) {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> prefix + i)
        .filter(name -> masterOf(cluster, namespace, name) == node)
        .findFirst()
        .orElseThrow();
  }

  /** Moves a name's slot with all its keys to another node. */
  static void move(RedisCluster cluster, String namespace, String name, RedisServer to)
      throws IOException {
    cluster.move(slot(namespace, name), masterOf(cluster, namespace, name), to);
  }
}
