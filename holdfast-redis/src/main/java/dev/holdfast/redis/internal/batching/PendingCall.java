package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call that another thread may send to the server, and where its answer goes. */
record PendingCall(ScriptCall call, CompletableFuture<Object> answer) {
  PendingCall(ScriptCall call) {
    this(call, new CompletableFuture<>());
  }

  /** Passes the reply on, or the error that stands for it. */
  void settle(@Nullable Object reply) {
    if (reply instanceof Throwable error) {
      answer.completeExceptionally(error);
    } else {
      answer.complete(reply);
    }
  }
}
