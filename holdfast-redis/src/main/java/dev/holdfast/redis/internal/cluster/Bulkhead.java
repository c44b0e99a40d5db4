package dev.holdfast.redis.internal.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.port.NodeAddress;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets no more than a few calls wait for one server that does not answer, where a call keeps a
 * thread waiting: the threads that renew are few, and other servers' renewals need them. A caller
 * that is refused hears that the outcome is unknown, and asks again. Thread-safe.
 */
final class Bulkhead {
  private static final int MOST_WAITING = 2;

  /** A call that waits longer than this behind others waits for a server that does not answer. */
  private static final long QUICK_MILLIS = 250;

  private final boolean blocking;
  private final Map<NodeAddress, Way> ways = new ConcurrentHashMap<>();

  private static final class Way {
    final Semaphore free = new Semaphore(MOST_WAITING);
    volatile boolean jammed;
  }

  /** Does nothing unless calls are blocking. */
  Bulkhead(boolean blocking) {
    this.blocking = blocking;
  }

  <T> CompletionStage<T> pass(NodeAddress node, Supplier<CompletionStage<T>> call) {
    if (!blocking) {
      return call.get();
    }
    Way way = ways.computeIfAbsent(node, unused -> new Way());
    if (!enter(way)) {
      return CompletableFuture.failedStage(
          new IOException(node + " has not answered earlier calls yet; nothing was sent to it"));
    }
    try {
      CompletionStage<T> answer = call.get();
      way.jammed = answer.toCompletableFuture().isCompletedExceptionally();
      return answer;
    } finally {
      way.free.release();
    }
  }

  private static boolean enter(Way way) {
    if (way.free.tryAcquire()) {
      return true;
    }
    if (way.jammed) {
      return false;
    }
    try {
      way.jammed = !way.free.tryAcquire(QUICK_MILLIS, MILLISECONDS);
      return !way.jammed;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
