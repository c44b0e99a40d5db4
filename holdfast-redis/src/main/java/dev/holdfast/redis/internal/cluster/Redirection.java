package dev.holdfast.redis.internal.cluster;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisReplyException;
import org.jspecify.annotations.Nullable;

/**
 * What a server of a cluster answers in place of a reply: that another one has the slot ({@code
 * MOVED slot host:port}), or that this once another one is to be asked ({@code ASK slot
 * host:port}).
 *
 * @param node the other one
 * @param once whether that is so for this call alone, while the slot moves
 */
record Redirection(NodeAddress node, boolean once) {
  /** What this answer says; null if it is none of these. */
  static @Nullable Redirection in(RedisReplyException reply, NodeAddress asked) {
    boolean once = reply.begins("ASK ");
    String[] words = String.valueOf(reply.getMessage()).split(" ", 4);
    if (words.length < 3 || !(once || reply.begins("MOVED "))) {
      return null;
    }
    try {
      return new Redirection(NodeAddress.parse(words[2], asked.host()), once);
    } catch (NumberFormatException malformed) {
      return null;
    }
  }
}
