package dev.holdfast.jdbc.internal.push;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.DataSourceConnections;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Receives the pushes of a store: one connection and one daemon thread for all of its sessions, for
 * as long as one of them may have to be told anything.
 *
 * <ol>
 *   <li><b>Begin</b>: a session that opens, or a request, starts the thread if there is none
 *       ({@link #open}, {@link #need}). A session that opens waits for the connection, a quarter of
 *       a second at most.
 *   <li><b>Count</b>: each request raises the time that is left to listen to the time for which its
 *       lease or place may last, and to a minute at least. The thread counts it down.
 *   <li><b>Listen</b>: the thread takes a connection of its own, listens to the channel of each
 *       session ({@link ListeningConnection}), and passes what it hears to the session's {@link
 *       PushSubscription}.
 *   <li><b>Loss</b>: a lost connection is replaced after pauses that grow from 20 ms to two
 *       seconds. Every session is then told that it may have missed something.
 *   <li><b>Short of connections</b>: if threads wait for connections of the pool and get none, the
 *       thread gives its own back, and pauses for a minute, longer each time.
 *   <li><b>End</b>: the thread ends when the count has come to zero, or the last session has
 *       closed.
 * </ol>
 *
 * <p>The lock guards the set of sessions and the present thread; it is never held while anything is
 * read or a session is told.
 */
public final class PushListener {
  /*
   * How long it listens is counted down in ticks, by the thread that listens; each request puts the
   * count up again to what it may lead to, a lease or a place. So no clock is read, and there
   * is no list of what is held that a lost message could leave wrong.
   *
   * The thread ends when the count is down, and a request begins it again. The request first puts
   * the count up and then looks for the thread; the thread first says that it ends, and then looks
   * at the count once more. So one of them sees the other.
   */

  private static final System.Logger LOG = System.getLogger(PushListener.class.getName());

  /** So that a client with a request now and then does not connect each time. */
  private static final long LEAST_MILLIS = 60_000;

  /** What opening waits for; whatever is missed without it is only late. */
  private static final long OPENING_MILLIS = 250;

  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(2));
  private static final Backoff SHORT_PAUSES =
      new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(64));
  private static final long END_MILLIS = 500;

  private final Connections connections;
  private final long leastMillis;
  private final Function<Runnable, Thread> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, PushSubscription> subscriptions = new ConcurrentHashMap<>();
  private final AtomicLong neededMillis = new AtomicLong();
  private int timesShort; // of the thread that listens
  private volatile @Nullable Listener present;

  public PushListener(Connections connections) {
    this(connections, LEAST_MILLIS);
  }

  public PushListener(Connections connections, long leastMillis) {
    this(connections, leastMillis, PushListener::onThread);
  }

  /**
   * Over connections to be.
   *
   * @param starter runs what listens on a thread of its own
   */
  public PushListener(
      Connections connections, long leastMillis, Function<Runnable, Thread> starter) {
    this.connections = connections;
    this.leastMillis = leastMillis;
    this.starter = starter;
  }

  public static Thread onThread(Runnable task) {
    return DaemonThreads.started(DataSourceConnections.LISTENING_THREAD, task);
  }

  /**
   * A session begins. It waits a moment for the connection, so that no request has to: those may
   * have little time.
   */
  public void open(PushSubscription subscription) {
    need(subscription, 0);
    subscription.await(OPENING_MILLIS);
  }

  /** A session asks for something of which it may be told for so long. */
  public void need(PushSubscription subscription, long millis) {
    long least = Math.max(millis, leastMillis);
    if (neededMillis.get() < least) {
      neededMillis.accumulateAndGet(least, Math::max);
    }
    if (present == null || !subscriptions.containsKey(subscription.channel)) {
      begin(subscription);
    }
  }

  private void begin(PushSubscription subscription) {
    lock.lock();
    try {
      if (subscription.isOver()) {
        return;
      }
      subscriptions.put(subscription.channel, subscription);
      if (present == null) {
        Listener listener = new Listener();
        listener.thread = starter.apply(listener); // which waits for the lock
        present = listener;
      }
    } catch (OutOfMemoryError noThread) {
      LOG.log(System.Logger.Level.DEBUG, "no thread to listen: the next request tries", noThread);
    } finally {
      lock.unlock();
    }
  }

  /** A session has ended. */
  public void forget(PushSubscription subscription) {
    lock.lock();
    try {
      subscription.over();
      subscriptions.remove(subscription.channel);
      Listener listener = present;
      if (subscriptions.isEmpty() && listener != null) {
        end(listener);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called under the lock, which is given up while it waits for the thread to end. */
  private void end(Listener ending) {
    present = null;
    ending.over = true;
    changed.signalAll();
    if (Thread.currentThread() == ending.thread) {
      return;
    }
    if (connections.ownsApart()) {
      cut(ending.statements);
    }
    boolean interrupted = Thread.interrupted();
    try {
      long left = MILLISECONDS.toNanos(END_MILLIS);
      while (!ending.ended && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException again) {
      interrupted = true;
    }
    if (!ending.ended) {
      cut(ending.statements);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the socket under the thread that reads it. */
  private static void cut(@Nullable Statements statements) {
    try {
      if (statements != null) {
        statements.connection().abort(Runnable::run);
      }
    } catch (SQLException broken) {
      LOG.log(System.Logger.Level.DEBUG, "closing a broken connection", broken);
    }
  }

  /** Listens until it is over, on one connection after the other. */
  private final class Listener implements Runnable {
    @Nullable Thread thread;
    @Nullable Statements statements;
    volatile boolean over;
    boolean ended;
    private boolean stood;
    private boolean isShort;

    @Override
    public void run() {
      try {
        int failures = 0;
        while (goesOn()) {
          once();
          failures = stood ? 0 : failures + 1;
          if (isShort) {
            pause(SHORT_PAUSES.nanos(timesShort++));
          } else if (neededMillis.get() > 0) {
            pause(PAUSES.nanos(failures));
          }
        }
      } finally {
        end();
      }
    }

    /** Whether there is anything to listen for; if not, this thread is not the present one now. */
    private boolean goesOn() {
      lock.lock();
      try {
        if (over || present != this) {
          return false;
        }
        if (neededMillis.get() > 0) {
          return true;
        }
        present = null;
        if (neededMillis.get() > 0) {
          present = this;
          return true;
        }
        return false;
      } finally {
        lock.unlock();
      }
    }

    private void end() {
      lock.lock();
      try {
        if (present == this) {
          present = null;
        }
        ended = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void pause(long nanos) {
      lock.lock();
      try {
        long left = nanos;
        while (!over && left > 0) {
          left = changed.awaitNanos(left);
        }
      } catch (InterruptedException stray) {
        // There is no reason to interrupt this thread; the next attempt simply comes sooner.
        LOG.log(System.Logger.Level.DEBUG, "interrupted", stray);
      } finally {
        lock.unlock();
      }
      neededMillis.addAndGet(-NANOSECONDS.toMillis(nanos));
    }

    private void once() {
      stood = false;
      isShort = false;
      Statements apart = null;
      boolean usable = false;
      try {
        apart = connections.apart();
        use(apart);
        ListeningConnection connection = new ListeningConnection(apart, subscriptions);
        listen(connection);
        connection.end();
        usable = true;
      } catch (SQLException | RuntimeException | Error lost) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "the connection for pushes was lost or refused and is tried again; until then waiting"
                + " clients ask by themselves",
            lost);
      } finally {
        use(null);
        if (apart != null) {
          connections.giveBack(apart, usable);
        }
      }
    }

    private void use(@Nullable Statements apart) {
      lock.lock();
      try {
        statements = apart;
      } finally {
        lock.unlock();
      }
    }

    private void listen(ListeningConnection connection) throws SQLException {
      while (!over && neededMillis.get() > 0) {
        connection.adjust();
        stood = connection.hasStood();
        if (connection.hears()) {
          continue;
        }
        neededMillis.addAndGet(-ListeningConnection.TICK_MILLIS);
        isShort = connections.isShort();
        if (isShort) {
          return;
        }
      }
    }
  }
}
