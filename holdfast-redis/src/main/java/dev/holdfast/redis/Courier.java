package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A port that does not block, over one that does: a member of a quorum is asked at the same time as
 * the others. One thread carries all calls that came while it was away in one write, so that many
 * callers cost each server few round trips. Thread-safe.
 *
 * <p>Closing it ends its threads, after what they are carrying; the port below stays open.
 */
final class Courier implements RedisPort {
  private static final int LONGEST_BATCH = 64;
  private static final int IDLE_SECONDS = 10;
  private static final int YIELDS = 3;
  private static final int MOST_WITHOUT = 31;

  private final RedisPort port;
  private final Bundling bundling;
  private final BlockingQueue<Parcel> waiting = new LinkedBlockingQueue<>();
  private final Thread thread = daemon(this::carryAll);

  /** For what waits behind no call. */
  private final ThreadPoolExecutor others =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE, // as many as there are renewals at a time: one, or few
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Courier::daemon);

  private volatile boolean closed;
  private int without; // the thread's own, as is the next
  private int nextWithout;

  Courier(RedisPort port) {
    this.port = port;
    this.bundling = new Bundling(port);
    thread.start();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "holdfast-redis-courier");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    Parcel parcel = new Parcel(call);
    waiting.add(parcel);
    if (closed && waiting.remove(parcel)) {
      parcel.settle(closed());
    }
    return parcel.answer();
  }

  private void carryAll() {
    try {
      int last = 0;
      while (!closed) {
        List<Parcel> batch = new ArrayList<>();
        batch.add(waiting.take());
        if (last > 1) {
          letOthersRun(); // who was answered with the last batch may be about to ask again
        }
        waiting.drainTo(batch, LONGEST_BATCH - 1);
        last = batch.size();
        bundling.carry(batch);
      }
    } catch (InterruptedException end) {
      // closed, which is all that interrupts this thread
    }
    for (Parcel left = waiting.poll(); left != null; left = waiting.poll()) {
      left.settle(closed());
    }
  }

  /** The more seldom, the more often nobody made use of it: then it only takes time. */
  @SuppressWarnings("ThreadPriorityCheck") // only the pace depends on it, and by a measured lot
  private void letOthersRun() {
    if (without > 0) {
      without--;
      return;
    }
    int before = waiting.size();
    for (int i = 0; i < YIELDS; i++) {
      Thread.yield();
    }
    nextWithout = waiting.size() > before ? 0 : Math.min(2 * nextWithout + 1, MOST_WITHOUT);
    without = nextWithout;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the session is closed");
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    return apart(() -> port.callAll(calls));
  }

  private <T> CompletionStage<T> apart(Supplier<CompletionStage<T>> call) {
    try {
      return CompletableFuture.supplyAsync(call, others).thenCompose(answer -> answer);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.failedStage(closed());
    }
  }

  @Override
  public CompletionStage<KeyPage> scan(byte[] cursor, byte[] pattern) {
    return apart(() -> port.scan(cursor, pattern));
  }

  @Override
  public CompletionStage<Void> ping() {
    return apart(port::ping);
  }

  @Override
  public boolean isSharded() {
    return port.isSharded();
  }

  @Override
  public int part(byte[] key) {
    return port.part(key);
  }

  @Override
  public void distrust() {
    port.distrust();
  }

  @Override
  public void subscribe(String channel, PushSink sink) {
    port.subscribe(channel, sink);
  }

  @Override
  public void unsubscribe(String channel) {
    port.unsubscribe(channel);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    others.shutdown();
  }
}
