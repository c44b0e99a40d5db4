package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.ReconnectPace;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.AdaptiveSpin;
import dev.holdfast.spi.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A port that does not block, over one that does: a member of a quorum is asked at the same time as
 * the others. Thread-safe.
 *
 * <ol>
 *   <li>A call joins a queue. Waiting calls go together, 64 at most: few round trips for many.
 *   <li>At first the port's own thread sends them through the port below. It then opens a {@link
 *       PipelinedConnection}, if the port has such, and joins the {@link SharedSender}.
 *   <li>From then on the shared thread sends the calls, and passes on their answers.
 *   <li>If answers are late, or the connection broke, the own thread waits for the answers, and
 *       hands back to the shared one. A broken connection is replaced after the next call.
 *   <li>A connection that rested is asked before it is used again; one that rests longer is closed.
 *   <li>Closing ends the threads, after what they are sending; the port below stays open.
 * </ol>
 */
public final class AsyncPort implements RedisPort {
  private static final System.Logger LOG = System.getLogger(AsyncPort.class.getName());
  private static final int LONGEST_BATCH = 64;

  /** After what should not have been thrown. */
  private static final long PAUSE_NANOS = 10_000_000;

  private static final int IDLE_SECONDS = 10;

  /** How many waits without a call make a rest: the first may have been short, after a call. */
  private static final int ENOUGH_QUIET = 2;

  private static final Rests RESTS =
      new Rests(TimeUnit.MILLISECONDS.toNanos(300), TimeUnit.SECONDS.toNanos(IDLE_SECONDS));

  private final RedisPort port;
  private final SharedSender sharedSender;
  private final Rests rests;
  private final Queue<PendingCall> waiting = new ConcurrentLinkedQueue<>();
  private final ReconnectPace pace = new ReconnectPace();
  private final AtomicInteger departures = new AtomicInteger();
  private final Thread thread = daemon(this::carryAlone);

  private final ThreadPerCall others = new ThreadPerCall(AsyncPort::daemon, AsyncPort::closed);
  private volatile boolean closed;
  private volatile @Nullable InFlightBatch inFlight;

  /** Which thread has the turn to use what is in flight: the {@link SharedSender}'s, or its own. */
  private volatile boolean shared;

  /**
   * Whether the connection was not used for a while, so that it is asked before it is used again.
   */
  private volatile boolean resting;

  /**
   * What becomes of a connection that is not used.
   *
   * @param askedNanos after how long, or up to three times that, it is asked before it is used
   * @param closedNanos after how long, or up to three times that, it is closed
   */
  record Rests(long askedNanos, long closedNanos) {}

  public AsyncPort(RedisPort port) {
    this(port, SharedSender.ofThisProcess(), RESTS);
  }

  AsyncPort(RedisPort port, SharedSender sharedSender, Rests rests) {
    this.port = port;
    this.sharedSender = sharedSender;
    this.rests = rests;
    thread.start();
  }

  private static Thread daemon(Runnable task) {
    return DaemonThreads.of("holdfast-redis-async", task);
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    PendingCall pending = new PendingCall(call);
    waiting.add(pending);
    if (closed && waiting.remove(pending)) {
      pending.settle(closed());
    }
    wake();
    return pending.answer();
  }

  private void wake() {
    if (shared) {
      sharedSender.wake();
    } else {
      LockSupport.unpark(thread);
    }
  }

  private List<PendingCall> batch() {
    List<PendingCall> batch = new ArrayList<>(LONGEST_BATCH);
    for (PendingCall next = waiting.poll(); next != null; next = waiting.poll()) {
      batch.add(next);
      if (batch.size() == LONGEST_BATCH) {
        break;
      }
    }
    return batch;
  }

  // What the shared thread does, when it is its turn.

  boolean isShared() {
    return shared;
  }

  /** How many calls wait for the shared thread. */
  int waiting() {
    return shared ? waiting.size() : 0;
  }

  /** Whether the shared thread has something to do here. */
  boolean needsSharedSender() {
    return shared && (closed || resting || !waiting.isEmpty());
  }

  /** Sends what waits, if the shared thread is to; returns how many calls that is. */
  int depart() {
    InFlightBatch mine = inFlight;
    if (!shared || mine == null) {
      return 0;
    }
    if (closed || resting) {
      leaveSharedSender();
      return 0;
    }
    List<PendingCall> batch = batch();
    if (!batch.isEmpty()) {
      departures.incrementAndGet();
      mine.carry(batch);
    }
    return batch.size();
  }

  /**
   * Passes on the answers; if they do not come in time, they are waited for elsewhere.
   *
   * @return how many calls that made wait
   */
  int arrive(int millis) {
    InFlightBatch mine = inFlight;
    if (mine != null && (!mine.isOver(millis) || mine.isBroken())) {
      leaveSharedSender();
    }
    return waiting();
  }

  /** The shared thread gave up: what is under way is waited for elsewhere, if it comes. */
  void goAlone() {
    InFlightBatch mine = inFlight;
    if (mine != null) {
      mine.doubt();
    }
    leaveSharedSender();
  }

  private void leaveSharedSender() {
    shared = false;
    LockSupport.unpark(thread);
  }

  // What the own thread does, when it is not the shared one's turn.

  /** Until it is closed, whatever is thrown: no other thread sends what waits here. */
  private void carryAlone() {
    Alone alone = null;
    while (!closed || shared) {
      try {
        alone = alone == null ? new Alone() : alone;
        alone.carry();
      } catch (Throwable thrown) {
        note(thrown);
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
    end();
  }

  private static void note(Throwable thrown) {
    try {
      LOG.log(System.Logger.Level.ERROR, "calls to a member of a quorum go on after", thrown);
    } catch (Throwable unable) {
      // Without memory there is nothing left to tell; the calls go on.
    }
  }

  private final class Alone {
    private final CallSender sender = new CallSender(port, port.isSharded());
    private int last = 1;
    private int quiet;
    private int rested;

    /** Does one thing, or waits for something to do. */
    void carry() {
      InFlightBatch mine = inFlight;
      if (shared) {
        quiet = isQuiet() ? quiet + 1 : 0;
        if (quiet == ENOUGH_QUIET) {
          resting = true;
          sharedSender.wake();
        }
      } else if (mine != null) {
        mine.end();
        if (resting && !mine.isBroken()) {
          rest(mine);
        } else {
          goOn(mine);
        }
      } else if (!waiting.isEmpty()) {
        last = carryAlone(sender, last);
        handOver(connected());
      } else {
        LockSupport.park(AsyncPort.this);
      }
    }

    /*
     * A server or a balancer ends connections that are idle, which is seen only when something is
     * read from them, and then it is not known whether the calls were processed. They are not sent
     * again: a first copy could arrive after the attempt has ended. So the connection is asked before
     * anything is sent on it, as the connections of the port are; if it has ended, the calls go
     * through the port.
     */
    private void rest(InFlightBatch mine) {
      if (!waiting.isEmpty()) {
        if (!mine.isLive()) {
          port.distrust(); // what rested as long there would cost as much time to be asked
          mine.doubt();
        }
        goOn(mine);
      } else if (rested == ENOUGH_QUIET) {
        mine.doubt();
        goOn(mine);
      } else {
        rested++;
        LockSupport.parkNanos(AsyncPort.this, rests.closedNanos());
      }
    }

    private void goOn(InFlightBatch mine) {
      resting = false;
      quiet = 0;
      rested = 0;
      handOver(mine.isBroken() ? ended(mine) : mine);
    }
  }

  /** Whether nothing was sent while this thread waited. */
  private boolean isQuiet() {
    boolean unused = Thread.interrupted(); // closing: it still has to wait for the shared thread
    int before = departures.get();
    LockSupport.parkNanos(this, rests.askedNanos());
    return departures.get() == before;
  }

  private static @Nullable InFlightBatch ended(InFlightBatch mine) {
    mine.close();
    return null;
  }

  private void handOver(@Nullable InFlightBatch next) {
    inFlight = next;
    if (next != null && !closed) {
      shared = true;
      sharedSender.wake();
    }
  }

  /** The callers that were just answered may be about to ask again. */
  private int carryAlone(CallSender alone, int last) {
    boolean unused = AdaptiveSpin.ofThisProcess().lookFor(() -> waiting.size() >= last);
    List<PendingCall> batch = batch();
    alone.carry(batch);
    return batch.size();
  }

  /** Null without such connections, or if the server is away: the next call is told that. */
  private @Nullable InFlightBatch connected() {
    PipelinedConnection connection = null;
    try {
      connection = port.openPipelined();
      if (connection == null) {
        return null;
      }
      sharedSender.join(this);
      return new InFlightBatch(connection);
    } catch (RuntimeException | Error refused) {
      if (connection != null) {
        new InFlightBatch(connection)
            .close(); // there is no shared thread now: the next call tries again
      }
      return null;
    }
  }

  private void end() {
    sharedSender.leave(this);
    InFlightBatch mine = inFlight;
    if (mine != null) {
      mine.end();
      mine.close();
    }
    for (PendingCall left = waiting.poll(); left != null; left = waiting.poll()) {
      left.settle(closed());
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the session is closed");
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    return others.call(() -> port.callAll(calls));
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    return others.call(() -> port.scan(cursor, pattern));
  }

  @Override
  public CompletionStage<Void> ping() {
    return others.call(port::ping);
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
    InFlightBatch mine = inFlight;
    if (mine != null) {
      mine.doubt();
    }
    port.distrust();
  }

  @Override
  public void doubtServer() {
    InFlightBatch mine = inFlight;
    if (mine != null && pace.isDue()) {
      mine.doubt();
    }
    port.doubtServer();
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
    sharedSender.wake();
    others.close();
  }
}
