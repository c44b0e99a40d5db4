package dev.holdfast.redis.internal.port;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Scripts of one server whose effects replicas are to have. A connection answers nothing else while
 * WAIT waits, so scripts that come meanwhile are sent together afterwards, with one WAIT for all of
 * them. Those that want different numbers of replicas, or wait for different times, do not wait for
 * one another. Thread-safe.
 */
public final class ReplicaWaits {
  private final Map<Kind, Lane> lanes = new ConcurrentHashMap<>();
  private final Sender sender;

  /**
   * Over a client.
   *
   * @param sender called again for a kind only when it has answered
   */
  public ReplicaWaits(Sender sender) {
    this.sender = sender;
  }

  /**
   * What is waited for.
   *
   * @param replicas how many replicas
   * @param timeoutMillis for how long, at most
   */
  public record Kind(int replicas, long timeoutMillis) {}

  /** How a client sends scripts and WAIT, without blocking the calling thread. */
  @FunctionalInterface
  public interface Sender {
    /**
     * Sends the scripts and then WAIT, on one connection that nothing else is sent on meanwhile.
     *
     * @return the replies in that order, with a {@link RedisReplyException} in the place of an
     *     error
     */
    CompletionStage<List<Object>> send(List<ScriptCall> calls, Kind kind);
  }

  /** As {@link RedisPort#callAndWait}. */
  public CompletionStage<List<Object>> ask(ScriptCall call, Kind kind) {
    return lanes.computeIfAbsent(kind, Lane::new).ask(call);
  }

  private record Asked(ScriptCall call, CompletableFuture<List<Object>> answer) {}

  /** Those of one kind: one batch at a time. */
  private final class Lane {
    private final Kind kind;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Asked> next = new ArrayList<>();
    private boolean busy;

    Lane(Kind kind) {
      this.kind = kind;
    }

    CompletionStage<List<Object>> ask(ScriptCall call) {
      Asked asked = new Asked(call, new CompletableFuture<>());
      boolean mayGo;
      lock.lock();
      try {
        next.add(asked);
        mayGo = !busy;
        busy = true;
      } finally {
        lock.unlock();
      }
      if (mayGo) {
        sendNext();
      }
      return asked.answer;
    }

    private void sendNext() {
      List<Asked> batch;
      lock.lock();
      try {
        batch = next;
        next = new ArrayList<>();
        busy = !batch.isEmpty();
      } finally {
        lock.unlock();
      }
      if (!batch.isEmpty()) {
        send(batch)
            .whenComplete(
                (replies, error) -> {
                  // First, so that a caller that hears of its answer finds the connection at work.
                  sendNext();
                  answer(batch, replies, error);
                });
      }
    }

    private CompletionStage<List<Object>> send(List<Asked> batch) {
      try {
        return sender.send(batch.stream().map(Asked::call).toList(), kind);
      } catch (RuntimeException error) {
        return CompletableFuture.failedStage(error);
      }
    }

    private static void answer(List<Asked> batch, List<Object> replies, Throwable error) {
      for (int i = 0; i < batch.size(); i++) {
        CompletableFuture<List<Object>> answer = batch.get(i).answer;
        if (error == null) {
          answer.complete(Arrays.asList(replies.get(i), replies.get(batch.size())));
        } else {
          answer.completeExceptionally(error);
        }
      }
    }
  }
}
