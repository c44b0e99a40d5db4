package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a script may have keys of several slots. On a cluster it may not; and one address may
 * hide servers that insist on that too: the only node of a cluster, a serverless one, a proxy in
 * front of a cluster. They say so when they are first asked (CROSSSLOT), and have done nothing
 * then; so what was asked is divided and asked again at once, and from then on everything is
 * divided. Thread-safe.
 */
public final class SlotRule {
  private final RedisPort port;
  private volatile boolean insists;

  SlotRule(RedisPort port) {
    this.port = port;
  }

  /** Whether keys of several slots must go apart. */
  boolean divides() {
    return insists || port.isSharded();
  }

  /** Whether a server refused keys because they do not share a slot; it has done nothing then. */
  public static boolean isCrossSlot(@Nullable Object reply) {
    return reply instanceof RedisReplyException error
        && (error.says("CROSSSLOT") || error.says("must in same slot"));
  }

  /**
   * Asks, and once more if the server turns out to insist.
   *
   * @param request looks at {@link #divides} when it is made; repeating it is harmless
   */
  <T> CompletionStage<T> obey(Supplier<CompletionStage<T>> request) {
    if (divides()) {
      return request.get();
    }
    return request
        .get()
        .exceptionallyCompose(
            error -> {
              if (!isCrossSlot(RedisExceptions.unwrap(error))) {
                return CompletableFuture.failedStage(error);
              }
              insists = true;
              return request.get();
            });
  }
}
