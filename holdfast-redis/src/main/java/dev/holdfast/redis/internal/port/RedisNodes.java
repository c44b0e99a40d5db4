package dev.holdfast.redis.internal.port;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The servers of a cluster, as a client library reaches them. Which of them has what is {@code
 * ClusterPort}'s to know. Implementations are thread-safe; no method throws but {@link #seeds()}.
 */
public interface RedisNodes extends AutoCloseable {
  /** Some servers that can be asked for the others; never empty. */
  List<NodeAddress> seeds();

  /**
   * The port to one server, which connects when it is used. Its calls are answered by that server
   * alone: redirections arrive as {@link RedisReplyException}.
   */
  RedisPort node(NodeAddress address);

  /** The cluster consists of these servers now: what is open to others is closed. */
  void keep(Set<NodeAddress> members);

  /** Whether what is asked takes the calling thread until it is answered. */
  boolean isBlocking();

  /**
   * As {@link RedisPort#subscribe}, at a server that the cluster has; at another when it is lost.
   *
   * @param where names a server, perhaps another one each time
   */
  void subscribe(String channel, PushSink sink, Supplier<NodeAddress> where);

  /** As {@link RedisPort#unsubscribe}. */
  void unsubscribe(String channel);

  @Override
  void close();
}
