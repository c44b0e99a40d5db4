package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptSender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs scripts by their digest, and by their source where the server does not know them (it was
 * restarted, its scripts were flushed, or it is new). That may repeat a call, which is harmless
 * because every script is idempotent in its attempts.
 *
 * <ol>
 *   <li>A call is sent as EVALSHA, with the script's digest.
 *   <li>If the server does not know the script (NOSCRIPT), it has run nothing. The call is sent
 *       again as EVAL, with the source, which the server then knows.
 *   <li>Of a batch, only the calls that were refused like this are sent again.
 * </ol>
 */
public final class Scripts {
  private Scripts() {}

  public static CompletionStage<Object> run(RedisPort port, ScriptCall call) {
    return port.call(call)
        .exceptionallyCompose(
            error ->
                RedisExceptions.isNoScript(error)
                    ? port.call(call.bySource())
                    : CompletableFuture.failedStage(error));
  }

  /** Runs all; fails with the first error reply, if there is any but "no such script". */
  static CompletionStage<List<Object>> runAll(RedisPort port, List<ScriptCall> calls) {
    return runEach(port, calls).thenApply(Scripts::withoutErrors);
  }

  /** Runs all; an error reply but "no such script" stands in the place of the reply. */
  public static CompletionStage<List<Object>> runEach(ScriptSender port, List<ScriptCall> calls) {
    return port.callAll(calls)
        .thenCompose(
            replies -> {
              List<ScriptCall> again = new ArrayList<>();
              for (int i = 0; i < calls.size(); i++) {
                if (replies.get(i) instanceof RedisReplyException error
                    && RedisExceptions.isNoScript(error)) {
                  again.add(calls.get(i).bySource());
                }
              }
              return again.isEmpty()
                  ? CompletableFuture.completedStage(replies)
                  : port.callAll(again).thenApply(late -> merge(replies, late));
            });
  }

  private static List<Object> merge(List<Object> replies, List<Object> late) {
    List<Object> merged = new ArrayList<>(replies);
    int next = 0;
    for (int i = 0; i < merged.size(); i++) {
      if (merged.get(i) instanceof RedisReplyException error && RedisExceptions.isNoScript(error)) {
        merged.set(i, late.get(next++));
      }
    }
    return merged;
  }

  private static List<Object> withoutErrors(List<Object> replies) {
    for (Object reply : replies) {
      if (reply instanceof RuntimeException error) {
        throw error;
      }
    }
    return replies;
  }
}
