package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptSender;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One batch of calls that was sent on a {@link PipelinedConnection}, and the calls that its answers
 * make necessary. A thread receives the answers by waiting for them here. For one thread at a time,
 * but for {@link #doubt}.
 */
final class InFlightBatch implements ScriptSender {
  private final PipelinedConnection connection;
  private final CallSender sender = new CallSender(this, false);
  private @Nullable Sent sent;
  private boolean broken;
  private volatile boolean doubted;

  private record Sent(int calls, CompletableFuture<List<Object>> answers) {}

  InFlightBatch(PipelinedConnection connection) {
    this.connection = connection;
  }

  /** Sends these, in few scripts; nothing else is under way. */
  void carry(List<PendingCall> pendingCalls) {
    sender.carry(pendingCalls);
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    if (isBroken()) {
      return CompletableFuture.failedStage(over());
    }
    Sent now = new Sent(calls.size(), new CompletableFuture<>());
    sent = now;
    try {
      connection.send(calls);
    } catch (RuntimeException | Error lost) {
      fail(lost);
    }
    return now.answers();
  }

  /**
   * Passes on the answers that are there.
   *
   * @param millis how long to wait for them
   * @return whether none is left to come
   */
  boolean isOver(int millis) {
    for (Sent next = sent; next != null; next = sent) {
      if (!isAnswered(millis)) {
        return false;
      }
      pass(next);
    }
    return true;
  }

  private boolean isAnswered(int millis) {
    try {
      return connection.isAnswered(millis);
    } catch (RuntimeException | Error lost) {
      return true; // receiving tells
    }
  }

  /** Waits for all answers, for as long as the client does. */
  void end() {
    for (Sent next = sent; next != null; next = sent) {
      pass(next);
    }
  }

  private void pass(Sent next) {
    List<Object> answers;
    try {
      answers = connection.receive(next.calls());
    } catch (RuntimeException | Error lost) {
      fail(lost);
      return;
    }
    sent = null;
    next.answers().complete(answers); // which may ask again
  }

  private void fail(Throwable lost) {
    Sent last = sent;
    broken = true;
    sent = null;
    if (last != null) {
      last.answers().completeExceptionally(lost);
    }
  }

  private static IllegalStateException over() {
    return new IllegalStateException("the connection was given up");
  }

  /** Whether calls can be sent after a rest: the connection may have been ended, unseen. */
  boolean isLive() {
    try {
      return !isBroken() && connection.isLive();
    } catch (RuntimeException | Error lost) {
      return false;
    }
  }

  /** An answer made no sense, so that those to come may be others'. Thread-safe. */
  void doubt() {
    doubted = true;
  }

  /** Whether nothing can be sent any more. */
  boolean isBroken() {
    return broken || doubted;
  }

  /** Gives up what is not answered. */
  void close() {
    fail(over());
    try {
      connection.close();
    } catch (RuntimeException | Error lost) {
      // Jedis writes what is left to write first; the connection is over all the same, and the
      // thread that sends calls has others to send.
    }
  }
}
