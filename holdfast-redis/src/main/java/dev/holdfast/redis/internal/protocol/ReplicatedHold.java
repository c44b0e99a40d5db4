package dev.holdfast.redis.internal.protocol;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A hold that replicas are to have: it is renewed, which is always a write, and WAIT behind it
 * counts the replicas that have this write, and so all writes before it, of any client.
 */
final class ReplicatedHold {
  private ReplicatedHold() {}

  /**
   * Renews a hold and counts the replicas that have it.
   *
   * @param number no other batch of this client has it: the answer to another is not believed
   */
  static CompletionStage<ReplicaAck> ask(
      RedisPort port, Keys keys, KeepAlive.Hold hold, ReplicaWaits.Kind kind, long number) {
    List<KeepAlive> one = List.of(hold);
    byte[] batch = Bytes.of(number);
    ScriptCall call = KeepAliveBatch.call(keys, one, batch);
    return port.callAndWait(call, kind)
        .thenCompose(
            replies ->
                replies.get(0) instanceof RedisReplyException error
                        && RedisExceptions.isNoScript(error)
                    ? port.callAndWait(call.bySource(), kind)
                    : CompletableFuture.completedStage(replies))
        .thenApply(
            replies -> {
              for (Object reply : replies) {
                if (reply instanceof RuntimeException error) {
                  throw error;
                }
              }
              Standing standing =
                  KeepAliveBatch.read(one, batch, replies.get(0), ReplicatedHold::unread).get(0);
              return new ReplicaAck(standing, Replies.permits(replies.get(1)));
            });
  }

  private static StoreException unread(RuntimeException why) {
    throw why;
  }
}
