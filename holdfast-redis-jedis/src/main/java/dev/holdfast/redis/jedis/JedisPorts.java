package dev.holdfast.redis.jedis;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.cluster.ClusterPort;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.redis.jedis.internal.JedisVersion;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * How a store asks its servers through Jedis. Apart from the store, as this class cannot be loaded
 * with a Jedis that is too old, and the store has to say so.
 */
final class JedisPorts {
  private JedisPorts() {}

  /** Through a client that was handed in and stays its owner's. */
  static RedisPort over(UnifiedJedis client) {
    if (client instanceof RedisSentinelClient) {
      JedisVersion.requireShownConnections(
          RedisSentinelClient.class, "getPrimaryNodesConnectionMap");
    }
    if (client instanceof RedisClusterClient cluster) {
      JedisVersion.requireShownConnections(RedisClusterClient.class, "refreshClusterTopology");
      return new ClusterPort(JedisNodes.of(cluster));
    }
    return JedisPort.given(client);
  }

  /** What it is called in messages. */
  static String description(UnifiedJedis client) {
    return client instanceof RedisClusterClient
        ? "Redis Cluster (through a given Jedis client)"
        : "Redis (through a given Jedis client)";
  }

  /** Through a client of the store's own. */
  static RedisPort at(RedisUrl url) {
    return switch (url.kind()) {
      case SERVER -> server(url);
      case CLUSTER -> new ClusterPort(JedisNodes.own(url));
      case SENTINEL -> sentineled(url);
    };
  }

  /** There is no telling from outside of TLS whether an answer has come. */
  private static RedisPort server(RedisUrl url) {
    UrlClient.Pooled own = UrlClient.create(url, url.node());
    return JedisPort.ofServer(
        own.client(),
        own.connectionSource(),
        url.tls().isPresent() ? null : () -> JedisPipelinedConnection.to(url));
  }

  /** Jedis asks the Sentinels at once. */
  private static RedisPort sentineled(RedisUrl url) {
    JedisVersion.requireShownConnections(RedisSentinelClient.class, "getPrimaryNodesConnectionMap");
    try {
      return JedisPort.owned(UrlClient.sentineled(url));
    } catch (JedisException unanswered) {
      throw new StoreException(
          "find the master on "
              + url
              + ": no Sentinel named one ("
              + unanswered.getMessage()
              + "); nothing was asked of any server",
          unanswered,
          true);
    }
  }
}
