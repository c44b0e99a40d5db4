package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.spi.Moment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls that are made at the same time share round trips: a caller that finds a lane free
 * sends, with its own call, all that wait, in one write. Thread-safe.
 *
 * @param <C> a call
 */
final class Combiner<C> {
  /*
   * A call that is alone goes out as it would without any of this. Any other waits in a queue until
   * it gets a lane, or until whoever frees a lane wakes the first in the queue: that one sends the
   * next batch, on its own thread and over its own connection, and wakes everybody whose call it
   * carried. Two lanes, so that the server works on one batch while the replies to another are read;
   * more make more and smaller batches.
   *
   * Who waits looks for its reply for some moments before it parks, and who is about to send lets
   * others run once: whoever was answered with the last batch may be about to ask again. With more
   * callers than processors, that is how batches grow, and how a reply often is there without a
   * thread put to sleep and woken up, the dearest part of a call. While the other lane's batch is on
   * its way, the server has something to do; so who is about to send then waits for a moment, until
   * half as many have joined as a batch had lately: the fewer messages, the less the server has to
   * do for each call.
   *
   * No wake-up is lost: who waits has joined the queue before it looks for a lane, and who frees a
   * lane does so before it looks at the queue. A call is carried by exactly one thread: by the one
   * that moves it from WAITING to TAKEN.
   *
   * A lane may hang, on a connection that is not answered. So who was parked twice for half of the
   * patience, and saw no lane freed meanwhile, goes past the lanes. Twice, because one park may end
   * at once, by a wake-up left over from the caller's last call. Going past without need is only
   * slower, never wrong.
   */
  static final int LANES = 2;
  static final int MOMENTS = 6;
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
  private final int lanes;
  private final long patienceNanos;
  private final Moment moment = Moment.ofThisProcess();
  private final Queue<Pending<C>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger freeLanes;
  private final AtomicLong timesFreed = new AtomicLong();
  // The sizes of the last two batches. What two threads note at the same time may be lost.
  private volatile int last;
  private volatile int lastButOne;

  /**
   * Over a sender.
   *
   * @param lanes {@link #LANES}, but in tests
   * @param patienceNanos {@link #PATIENCE_NANOS}, but in tests
   */
  Combiner(Sender<C> sender, int lanes, long patienceNanos) {
    this.sender = sender;
    this.lanes = lanes;
    this.freeLanes = new AtomicInteger(lanes);
    this.patienceNanos = patienceNanos;
  }

  /** Makes a call, alone or with others; throws what it was refused with or failed of. */
  @Nullable Object call(C call) {
    if (waiting.isEmpty() && freeLanes.get() == lanes && takeLane()) {
      try {
        return sender.send(call);
      } finally {
        freeLane();
      }
    }
    return join(new Pending<>(call));
  }

  private @Nullable Object join(Pending<C> mine) {
    waiting.add(mine);
    boolean interrupted = false;
    int inVain = 0;
    int moments = 0;
    while (!mine.isDone()) {
      if (inVain > 1 && mine.take()) {
        leave(mine);
        mine.done(reply(mine));
      } else if (mine.isWaiting() && takeLane()) {
        carry(mine);
      } else if (moments < MOMENTS) {
        moments++;
        boolean unused =
            moment.lookFor(() -> mine.isDone() || (mine.isWaiting() && freeLanes.get() > 0));
      } else {
        long freedBefore = timesFreed.get();
        LockSupport.parkNanos(this, patienceNanos / 2);
        interrupted |= Thread.interrupted();
        inVain = timesFreed.get() == freedBefore ? inVain + 1 : 0;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return mine.result();
  }

  private void leave(Pending<C> mine) {
    waiting.remove(mine);
    wakeNext(); // it may be this one that was woken to carry the others
  }

  /** Sends this call, and what waits besides, if nobody else has sent it meanwhile. */
  private void carry(Pending<C> mine) {
    List<Pending<C>> batch = new ArrayList<>();
    try {
      if (mine.take()) {
        waiting.remove(mine);
        batch.add(mine);
        letOthersJoin();
        gather(batch);
        lastButOne = last;
        last = batch.size();
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

  private void letOthersJoin() {
    moment.letOthersRun();
    int company = (last + lastButOne) / 4;
    if (freeLanes.get() == 0) {
      long freedBefore = timesFreed.get();
      boolean unused = moment.lookFor(() -> timesFreed.get() != freedBefore || areWaiting(company));
    }
  }

  /** Whether at least so many wait. */
  private boolean areWaiting(int company) {
    int left = company;
    for (Iterator<Pending<C>> all = waiting.iterator(); left > 0 && all.hasNext(); left--) {
      Pending<C> unused = all.next();
    }
    return left == 0;
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
      return sender.send(only.call);
    } catch (RuntimeException error) {
      return error;
    }
  }

  private boolean takeLane() {
    int free = freeLanes.get();
    while (free > 0) {
      if (freeLanes.compareAndSet(free, free - 1)) {
        return true;
      }
      free = freeLanes.get();
    }
    return false;
  }

  private void freeLane() {
    freeLanes.incrementAndGet();
    timesFreed.incrementAndGet();
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
