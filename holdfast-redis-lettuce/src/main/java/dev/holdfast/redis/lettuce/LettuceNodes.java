package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's servers: one connection to each that is used. Which server has what is not asked of
 * Lettuce, whose cluster connections send again what was not answered.
 */
final class LettuceNodes implements RedisNodes {
  private final Clients clients;
  private final Duration timeout;
  private final Supplier<List<NodeAddress>> seeds;
  private final Function<NodeAddress, RedisURI> uris;
  private final Map<NodeAddress, LettucePort> nodes = new ConcurrentHashMap<>();
  private final LettucePushes pushes;
  private volatile Supplier<NodeAddress> where;
  private volatile @Nullable NodeAddress listenedTo;

  private LettuceNodes(
      Clients clients,
      Duration timeout,
      Supplier<List<NodeAddress>> seeds,
      Function<NodeAddress, RedisURI> uris) {
    this.clients = clients;
    this.timeout = timeout;
    this.seeds = seeds;
    this.uris = uris;
    this.where = () -> seeds.get().get(0);
    this.pushes = new LettucePushes(this::listen);
  }

  /** Those of a URL. */
  static LettuceNodes own(RedisUrl url, Duration timeout) {
    return new LettuceNodes(
        Clients.forNodes(url, timeout),
        timeout,
        url::nodes,
        node -> Clients.uri(url, node, timeout));
  }

  /**
   * Those that a client knows, which is let in there as that client is. It stays its owner's, whose
   * connections are not used.
   */
  static LettuceNodes of(RedisClusterClient client, Duration timeout) {
    return new LettuceNodes(
        Clients.forNodes(client),
        timeout,
        () -> client.getPartitions().stream().map(LettuceNodes::address).toList(),
        node -> {
          RedisURI like = client.getPartitions().iterator().next().getUri();
          return RedisURI.builder(like).withHost(node.host()).withPort(node.port()).build();
        });
  }

  private static NodeAddress address(RedisClusterNode node) {
    return new NodeAddress(node.getUri().getHost(), node.getUri().getPort());
  }

  private StatefulRedisPubSubConnection<byte[], byte[]> listen() {
    NodeAddress node = where.get();
    listenedTo = node;
    return clients.client().connectPubSub(ByteArrayCodec.INSTANCE, uris.apply(node));
  }

  @Override
  public List<NodeAddress> seeds() {
    return seeds.get();
  }

  @Override
  public RedisPort node(NodeAddress address) {
    LettucePort known = nodes.get(address);
    return known != null ? known : nodes.computeIfAbsent(address, this::connect);
  }

  private LettucePort connect(NodeAddress address) {
    RedisURI uri = uris.apply(address);
    return new LettucePort(
        clients, timeout, () -> new LazyConnection(clients.client(), uri, () -> {}), pushes, false);
  }

  @Override
  public void keep(Set<NodeAddress> members) {
    nodes
        .entrySet()
        .removeIf(
            node -> {
              boolean gone = !members.contains(node.getKey());
              if (gone) {
                node.getValue().leave();
              }
              return gone;
            });
    NodeAddress present = listenedTo;
    if (present != null && !members.contains(present)) {
      pushes.renew();
    }
  }

  @Override
  public boolean isBlocking() {
    return false;
  }

  @Override
  public void subscribe(String channel, PushSink sink, Supplier<NodeAddress> where) {
    this.where = where;
    pushes.subscribe(channel, sink);
  }

  @Override
  public void unsubscribe(String channel) {
    pushes.unsubscribe(channel);
  }

  @Override
  public void close() {
    pushes.close();
    nodes.values().forEach(LettucePort::disconnect);
    nodes.clear();
    clients.close();
  }
}
