package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptSender;
import dev.holdfast.spi.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls of several callers, which go to a server together: those that ask for free names share a
 * script, and so do plain releases, and each is answered as if it had gone alone. Where names turn
 * out to be taken, calls go apart for a while. Thread-safe.
 */
public final class CallCombiner {
  /** How many round trips go apart after a name was taken: the next may be, too. */
  private static final int APART = 64;

  private final AtomicLong lastNumber = new AtomicLong();
  private final AtomicInteger apart = new AtomicInteger();
  private volatile boolean alwaysApart; // since names of several slots may not go together

  /**
   * Sends calls through a client that blocks, at most once more for what cannot be done together.
   *
   * @param calls what was asked for at the same time, by callers that wait for their answers
   * @param scripts sends scripts in one round trip, and returns the replies in their order, with
   *     exceptions in the place of errors
   * @return the replies in the order of the calls, likewise; an exception in the place of all that
   *     went in a round trip that failed, unless that was an Error
   */
  public List<Object> send(
      List<ScriptCall> calls, Function<List<ScriptCall>, List<Object>> scripts) {
    if (goApart()) {
      return scripts.apply(calls);
    }
    List<PendingCall> pendingCalls = calls.stream().map(PendingCall::new).toList();
    CallSender sender =
        new CallSender(
            some -> CompletableFuture.completedStage(scripts.apply(some)),
            false,
            lastNumber::incrementAndGet);
    sender.carry(pendingCalls);
    learnFrom(sender);
    List<Object> replies = new ArrayList<>(calls.size());
    for (PendingCall pending : pendingCalls) {
      replies.add(reply(pending));
    }
    return replies;
  }

  /**
   * The same through a client that does not block.
   *
   * @return completes when each call is answered
   */
  CompletionStage<Void> carry(List<PendingCall> pendingCalls, ScriptSender scripts) {
    boolean eachAlone = goApart();
    CallSender sender = new CallSender(scripts, eachAlone, lastNumber::incrementAndGet);
    sender.carry(pendingCalls);
    return CompletableFuture.allOf(
            pendingCalls.stream().map(PendingCall::answer).toArray(CompletableFuture<?>[]::new))
        .handle(
            (all, error) -> {
              if (!eachAlone) {
                learnFrom(sender);
              }
              return null;
            });
  }

  private boolean goApart() {
    return alwaysApart || apart.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private void learnFrom(CallSender sender) {
    if (sender.isApart()) {
      alwaysApart = true;
    }
    if (sender.hasLeftSome()) {
      apart.set(APART);
    }
  }

  private static @Nullable Object reply(PendingCall pending) {
    try {
      return Futures.result(pending.answer());
    } catch (CompletionException refused) {
      if (refused.getCause() instanceof Error error) {
        throw error;
      }
      return refused.getCause();
    }
  }
}
