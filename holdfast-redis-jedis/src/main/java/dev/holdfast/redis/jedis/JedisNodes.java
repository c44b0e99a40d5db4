package dev.holdfast.redis.jedis;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;

/**
 * A cluster's servers: each with a pool of its own, of the client that was handed in or else one of
 * ours. Which server has what is not asked of Jedis, which would send again what was not answered.
 */
final class JedisNodes implements RedisNodes {
  private final Supplier<List<NodeAddress>> seeds;
  private final Function<NodeAddress, Node> connect;
  private final Map<NodeAddress, Node> nodes = new ConcurrentHashMap<>();
  private final JedisPushes pushes;
  private volatile Supplier<NodeAddress> where;
  private volatile boolean closed;

  /** One server: its connections and its client. */
  private record Node(ConnectionSource connectionSource, JedisPort port) {}

  private JedisNodes(Supplier<List<NodeAddress>> seeds, Function<NodeAddress, Node> connect) {
    this.seeds = seeds;
    this.connect = connect;
    this.where = () -> seeds.get().get(0);
    this.pushes = new JedisPushes(() -> reach(where.get()).connectionSource());
  }

  /** Those of a URL. */
  static JedisNodes own(RedisUrl url) {
    return new JedisNodes(
        url::nodes,
        address -> {
          UrlClient.Pooled own = UrlClient.create(url, address);
          return new Node(
              own.connectionSource(), JedisPort.ofNode(own.client(), own.connectionSource()));
        });
  }

  /** Those that a client knows; it stays its owner's. */
  static JedisNodes of(RedisClusterClient client) {
    return new JedisNodes(
        () -> client.getClusterNodes().keySet().stream().map(JedisNodes::address).toList(),
        address -> {
          HostAndPort node = new HostAndPort(address.host(), address.port());
          UrlPool pool = UrlPool.like(() -> pool(client, node));
          RedisClient one = RedisClient.builder().connectionProvider(pool).build();
          ConnectionSource connectionSource = new ConnectionSource(() -> pool);
          return new Node(connectionSource, JedisPort.ofNode(one, connectionSource));
        });
  }

  private static NodeAddress address(String text) {
    HostAndPort node = HostAndPort.from(text);
    return new NodeAddress(node.getHost(), node.getPort());
  }

  /** A caller that comes while all is closed, or later, gets a server that is closed, too. */
  private Node reach(NodeAddress address) {
    Node node = nodes.computeIfAbsent(address, connect);
    if (closed) {
      dropIf(any -> true);
    }
    return node;
  }

  private void dropIf(Predicate<NodeAddress> isGone) {
    nodes
        .entrySet()
        .removeIf(
            node -> {
              boolean gone = isGone.test(node.getKey());
              if (gone) {
                node.getValue().port().close();
              }
              return gone;
            });
  }

  @Override
  public List<NodeAddress> seeds() {
    return seeds.get();
  }

  @Override
  public RedisPort node(NodeAddress address) {
    return reach(address).port();
  }

  @Override
  public void keep(Set<NodeAddress> members) {
    dropIf(address -> !members.contains(address));
    pushes.reconsider(address -> members.contains(address(address.toString())));
  }

  @Override
  public boolean isBlocking() {
    return true;
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
    closed = true;
    pushes.close();
    dropIf(any -> true);
  }

  /** The connections that a cluster client has to one of its servers. */
  private static ConnectionPool pool(RedisClusterClient client, HostAndPort node) {
    ConnectionPool pool = client.getClusterNodes().get(node.toString());
    if (pool == null) {
      client.refreshClusterTopology();
      pool = client.getClusterNodes().get(node.toString());
    }
    return Objects.requireNonNull(pool, () -> "the client does not know " + node + " yet");
  }
}
