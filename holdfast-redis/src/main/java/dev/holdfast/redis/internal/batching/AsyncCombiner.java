package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Lets calls share writes and scripts where more of them are made at once than writes may be under
 * way, over a client that does not block. Thread-safe.
 *
 * <ol>
 *   <li>If no call waits and another write may be under way, the caller sends its call alone.
 *   <li>Otherwise the call joins the queue.
 *   <li>When a write is answered, the thread that brings the answer sends what waits in one write:
 *       64 calls at most, those of one kind in one script ({@link CallCombiner}).
 *   <li>The sender is told for how long a call has waited, so that it fails in time.
 * </ol>
 */
public final class AsyncCombiner {
  /*
   * No call is left waiting: it has joined the queue before its caller looks for a permit, and a
   * permit is given back before the queue is looked at. That of a write that hangs is given back
   * when the sender gives up what is under way; what waited for it has then hardly any time left,
   * and fails soon.
   */
  private static final int LONGEST_BATCH = 64;

  /** What sends, without blocking; what it throws counts as the answer. */
  public interface Sender {
    /** Sends one call, which was not made to wait. */
    CompletionStage<Object> send(ScriptCall call);

    /**
     * Sends several in one write.
     *
     * @param waitedNanos for how long the first of them has waited
     * @return the replies, with exceptions in the place of errors
     */
    CompletionStage<List<Object>> sendAll(List<ScriptCall> calls, long waitedNanos);
  }

  private final Sender sender;
  private final Semaphore permits;
  private final LongSupplier nanos;
  private final CallCombiner callCombiner = new CallCombiner();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  /**
   * A call that waits for a write.
   *
   * @param since when it was made
   */
  private record Waiting(PendingCall pending, long since) {}

  /**
   * Over a sender.
   *
   * @param writes how many are under way at once, at most
   */
  public AsyncCombiner(Sender sender, int writes, LongSupplier nanos) {
    this.sender = sender;
    this.permits = new Semaphore(writes);
    this.nanos = nanos;
  }

  /** Makes a call, alone or with others. */
  public CompletionStage<Object> call(ScriptCall call) {
    if (waiting.isEmpty() && permits.tryAcquire()) {
      return sendAlone(call);
    }
    PendingCall mine = new PendingCall(call);
    waiting.add(new Waiting(mine, nanos.getAsLong()));
    sendWaiting();
    return mine.answer();
  }

  private CompletionStage<Object> sendAlone(ScriptCall call) {
    CompletionStage<Object> answer;
    try {
      answer = sender.send(call);
    } catch (RuntimeException | Error unsent) {
      answer = CompletableFuture.failedStage(unsent);
    }
    return answer.whenComplete((reply, error) -> answered());
  }

  private void answered() {
    permits.release();
    sendWaiting();
  }

  private void sendWaiting() {
    while (!waiting.isEmpty() && permits.tryAcquire()) {
      List<Waiting> batch = gather();
      if (batch.isEmpty()) {
        permits.release(); // others took all; the queue is looked at once more
      } else {
        send(batch);
      }
    }
  }

  private List<Waiting> gather() {
    List<Waiting> batch = new ArrayList<>();
    while (batch.size() < LONGEST_BATCH) {
      Waiting next = waiting.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  private void send(List<Waiting> batch) {
    long since = batch.get(0).since();
    CompletionStage<Void> unused =
        callCombiner
            .carry(
                batch.stream().map(Waiting::pending).toList(),
                scripts -> sender.sendAll(scripts, nanos.getAsLong() - since))
            .whenComplete((all, error) -> answered());
  }
}
