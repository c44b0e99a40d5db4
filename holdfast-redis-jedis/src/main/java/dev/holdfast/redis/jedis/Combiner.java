package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.spi.AdaptiveSpin;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls share round trips where more of them are made at once than there are {@link Lanes}: a
 * caller that gets a lane sends, with its own call, all that wait, in one write. Thread-safe.
 *
 * <ol>
 *   <li>If no call waits and a lane is free, the caller sends its call alone.
 *   <li>Otherwise the call joins the queue, and its caller parks. If the server is near and the
 *       callers are a crowd, it looks for a moment before: its reply comes by another thread here.
 *   <li>When a lane is freed, the first caller of the queue is woken. It takes the lane and sends
 *       the queued calls in one write: 64 at most, its own first.
 *   <li>It hands out the replies and wakes the callers. If no reply came, each call of the batch
 *       fails with the same exception.
 *   <li>A caller that sees no lane freed for some 50 ms sends its call without a lane.
 * </ol>
 *
 * @param <C> a call
 */
final class Combiner<C> {
  /*
   * A call that finds a lane free goes out as it would without any of this. Any other waits in a
   * queue until a lane is freed; the first in the queue is woken then, and sends the next batch on
   * its own thread and over its own connection, and wakes the callers whose calls it carried.
   *
   * No wake-up is lost: a caller has joined the queue before it looks for a lane, and a lane is
   * freed before the queue is looked at. A call is carried by exactly one thread: by the one that
   * moves it from WAITING to TAKEN.
   *
   * A lane may hang, on a connection that is not answered. So a caller that was parked twice for
   * half of the patience, and saw no lane freed meanwhile, goes past the lanes. Twice, because one
   * park may end at once, by a wake-up left over from the caller's last call. Going past without
   * need is only slower, never wrong.
   */
  static final int LONGEST_BATCH = 64;

  /** How much longer than alone a call takes at most because others hang. */
  static final long PATIENCE_NANOS = MILLISECONDS.toNanos(50);

  /** What sends, on the calling thread and in one round trip; throws if no reply arrived. */
  interface Sender<C> {
    /** Sends one call; throws what it was refused with. */
    @Nullable Object send(C call);

    /** Sends several; the exception that one was refused with stands in the place of its reply. */
    List<Object> sendAll(List<C> calls);
  }

  private final Sender<C> sender;
  private final Lanes lanes;
  private final long patienceNanos;
  private final AtomicInteger calls = new AtomicInteger();
  private final Queue<Pending<C>> waiting = new ConcurrentLinkedQueue<>();

  /**
   * Over a sender.
   *
   * @param patienceNanos {@link #PATIENCE_NANOS}, but in tests
   */
  Combiner(Sender<C> sender, Lanes lanes, long patienceNanos) {
    this.sender = sender;
    this.lanes = lanes;
    this.patienceNanos = patienceNanos;
  }

  /** Makes a call, alone or with others; throws what it was refused with or failed of. */
  @Nullable Object call(C call) {
    int now = calls.incrementAndGet();
    try {
      return waiting.isEmpty() && lanes.take(now) ? sendAlone(call) : join(new Pending<>(call));
    } finally {
      calls.decrementAndGet();
    }
  }

  private @Nullable Object sendAlone(C call) {
    try {
      return send(call);
    } finally {
      freeLane();
    }
  }

  private @Nullable Object send(C call) {
    long sentAt = lanes.now();
    Object reply = sender.send(call);
    lanes.answered(sentAt);
    return reply;
  }

  private @Nullable Object join(Pending<C> mine) {
    waiting.add(mine);
    boolean interrupted = false;
    int inVain = 0;
    boolean looks = true;
    try {
      while (!mine.isDone()) {
        if (inVain > 1 && mine.take()) {
          leave(mine);
          mine.done(reply(mine));
        } else if (mine.isWaiting() && lanes.take(calls.get())) {
          carry(mine);
        } else if (looks && lanes.isCrowdNear(calls.get())) {
          looks = AdaptiveSpin.ofThisProcess().lookFor(() -> isDecided(mine));
        } else {
          long freedBefore = lanes.timesFreed();
          LockSupport.parkNanos(this, patienceNanos / 2);
          interrupted |= Thread.interrupted();
          inVain = lanes.timesFreed() == freedBefore ? inVain + 1 : 0;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return mine.result();
  }

  /** Whether it was answered, or its caller may send it. */
  private boolean isDecided(Pending<C> mine) {
    return mine.isDone() || (mine.isWaiting() && lanes.isOneFree(calls.get()));
  }

  private void leave(Pending<C> mine) {
    waiting.remove(mine);
    wakeNext(); // it may be this one that was woken to carry the others
  }

  /** Sends this call, and what waits besides, if no other thread has sent it meanwhile. */
  private void carry(Pending<C> mine) {
    List<Pending<C>> batch = new ArrayList<>();
    try {
      if (mine.take()) {
        waiting.remove(mine);
        batch.add(mine);
        gather(batch);
        send(batch);
      }
    } finally {
      freeLane();
      for (Pending<C> each : batch) {
        each.abandon(); // without effect unless this thread is dying of an Error
        if (each != mine) {
          LockSupport.unpark(each.caller);
        }
      }
    }
  }

  private void gather(List<Pending<C>> batch) {
    while (batch.size() < LONGEST_BATCH) {
      Pending<C> next = waiting.poll();
      if (next == null) {
        return;
      }
      if (next.take()) {
        batch.add(next);
      }
    }
  }

  private void send(List<Pending<C>> batch) {
    if (batch.size() == 1) {
      Pending<C> only = batch.get(0);
      only.done(reply(only));
      return;
    }
    List<C> calls = new ArrayList<>(batch.size());
    for (Pending<C> each : batch) {
      calls.add(each.call);
    }
    try {
      List<Object> replies = sender.sendAll(calls);
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).done(replies.get(i));
      }
    } catch (RuntimeException error) {
      for (Pending<C> each : batch) {
        each.done(error);
      }
    }
  }

  private @Nullable Object reply(Pending<C> only) {
    try {
      return send(only.call);
    } catch (RuntimeException error) {
      return error;
    }
  }

  private void freeLane() {
    lanes.free();
    wakeNext();
  }

  private void wakeNext() {
    Pending<C> next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next.caller);
    }
  }

  /** A call and its caller. */
  private static final class Pending<C> {
    private static final Object WAITING = new Object();
    private static final Object TAKEN = new Object();
    private static final Object NOTHING = new Object();

    final C call;
    final Thread caller = Thread.currentThread();
    private final AtomicReference<Object> state = new AtomicReference<>(WAITING);

    Pending(C call) {
      this.call = call;
    }

    boolean isWaiting() {
      return state.get() == WAITING;
    }

    /** Whether the thread that asks is the one that sends it. */
    boolean take() {
      return state.compareAndSet(WAITING, TAKEN);
    }

    /** Its reply, or the exception that stands for it. */
    void done(@Nullable Object reply) {
      state.set(reply == null ? NOTHING : reply);
    }

    /** Lets its caller go if nothing became of it. */
    void abandon() {
      if (!isDone()) {
        done(new IllegalStateException("the thread that sent this call with its own has failed"));
      }
    }

    boolean isDone() {
      Object now = state.get();
      return now != WAITING && now != TAKEN;
    }

    @Nullable Object result() {
      Object result = state.get();
      if (result instanceof RuntimeException error) {
        throw error;
      }
      return result == NOTHING ? null : result;
    }
  }
}
