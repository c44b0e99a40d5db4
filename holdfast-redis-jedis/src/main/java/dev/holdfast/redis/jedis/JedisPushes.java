package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/**
 * The subscriptions of a store's sessions: one connection and one daemon thread for all of them
 * (and a short one for each beat), begun with the first channel and ended with the last. A lost
 * connection is restored with growing pauses, and every channel is then told that it may have
 * missed something.
 *
 * <ol>
 *   <li>The first subscription starts the thread, which connects and subscribes to all channels.
 *   <li>Each channel that the server confirms is told so; its session then asks what it may have
 *       missed. A message goes to the sink of its channel, on this thread.
 *   <li>Every ten seconds a {@link JedisSubscription} whose connection can be cut subscribes once
 *       more. If nothing has come since it last did so, it cuts the connection.
 *   <li>After a loss the thread connects again, with pauses that grow to two seconds while no
 *       connection comes about. Until then waiting clients learn of a grant by asking.
 *   <li>The last unsubscription ends the thread, and cuts a connection whose server does not
 *       confirm.
 * </ol>
 *
 * <p>The lock guards who listens and the commands that change a subscription; it is never held
 * while anything is read or a sink is told.
 */
final class JedisPushes {
  static final String THREAD_NAME = "holdfast-jedis-pushes";

  private static final System.Logger LOG = System.getLogger(JedisPushes.class.getName());
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), LONGEST_PAUSE);
  private static final long END_MILLIS = 500;

  /** A dead connection is noticed within two of these. */
  private static final long BEAT_MILLIS = 10_000;

  private final Supplier<Borrowing> source;
  private final long beatMillis;
  private final Function<Runnable, Thread> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, PushSink> sinks = new ConcurrentHashMap<>();
  private @Nullable Listener listener;

  /** What a subscription is begun with: a client, which may show where connections are had. */
  record Borrowing(@Nullable UnifiedJedis client, @Nullable ConnectionSource connectionSource) {}

  JedisPushes(UnifiedJedis client) {
    this(client, BEAT_MILLIS);
  }

  JedisPushes(UnifiedJedis client, long beatMillis) {
    this(() -> new Borrowing(client, ConnectionSource.of(client)), beatMillis);
  }

  JedisPushes(UnifiedJedis client, @Nullable ConnectionSource connectionSource) {
    this(() -> new Borrowing(client, connectionSource), BEAT_MILLIS);
  }

  /** At one server of several, perhaps another one for each connection. */
  JedisPushes(Supplier<ConnectionSource> lenders) {
    this(() -> new Borrowing(null, lenders.get()), BEAT_MILLIS);
  }

  private JedisPushes(Supplier<Borrowing> source, long beatMillis) {
    this(source, beatMillis, JedisPushes::onThread);
  }

  /**
   * Over connections to be.
   *
   * @param starter runs what listens, and what asks whether anybody is there, on a thread of its
   *     own
   */
  JedisPushes(Supplier<Borrowing> source, long beatMillis, Function<Runnable, Thread> starter) {
    this.source = source;
    this.beatMillis = beatMillis;
    this.starter = starter;
  }

  static Thread onThread(Runnable task) {
    return DaemonThreads.started(THREAD_NAME, task);
  }

  /** Moves to another server if the one that is listened to is none of these any more. */
  void reconsider(Predicate<HostAndPort> isGood) {
    lock.lock();
    try {
      if (listener != null && listener.subscription != null) {
        listener.subscription.cutUnless(isGood);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives up the present connection, after which another one is made. */
  void reconnect() {
    reconsider(server -> false);
  }

  void subscribe(String channel, PushSink sink) {
    lock.lock();
    try {
      sinks.put(channel, sink);
      if (listener == null) {
        begin();
      } else {
        listener.adjust();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called under the lock. */
  private void begin() {
    Listener begun = new Listener();
    try {
      begun.thread = starter.apply(begun); // which waits for the lock
      listener = begun;
    } catch (OutOfMemoryError noThread) {
      LOG.log(System.Logger.Level.DEBUG, "there is no thread that could listen now", noThread);
      CompletableFuture.delayedExecutor(LONGEST_PAUSE.toNanos(), NANOSECONDS, Runnable::run)
          .execute(this::beginLate);
    }
  }

  private void beginLate() {
    lock.lock();
    try {
      if (listener == null && !sinks.isEmpty()) {
        begin();
      }
    } finally {
      lock.unlock();
    }
  }

  void unsubscribe(String channel) {
    lock.lock();
    try {
      sinks.remove(channel);
      if (listener != null && sinks.isEmpty()) {
        end(listener);
      } else if (listener != null) {
        listener.adjust();
      }
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      sinks.clear();
      if (listener != null) {
        end(listener);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called under the lock, which is given up while it waits for the thread to end. */
  private void end(Listener ending) {
    listener = null;
    ending.over = true;
    changed.signalAll();
    if (ending.subscription != null) {
      ending.subscription.endAll();
    }
    if (Thread.currentThread() == ending.thread) {
      return;
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
    if (!ending.ended && ending.subscription != null) {
      // The server does not answer the farewell: only a closed socket ends the read.
      ending.subscription.cut();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens until it is over, on one connection after the other. */
  private final class Listener implements Runnable {
    @Nullable Thread thread;
    boolean over;
    boolean ended;
    @Nullable JedisSubscription subscription;

    @Override
    public void run() {
      int failures = 0;
      while (!hasEnded()) {
        boolean stood = false;
        try {
          JedisSubscription next = begin();
          if (next != null) {
            stood = listen(next);
          }
        } catch (RuntimeException | Error thrown) {
          LOG.log(System.Logger.Level.DEBUG, "listening goes on after", thrown);
        }
        failures = stood ? 0 : failures + 1;
        pause(PAUSES.nanos(failures));
      }
    }

    /** Returns whether the connection stood before it was lost. */
    private boolean listen(JedisSubscription next) {
      try {
        next.listen();
      } catch (RuntimeException | Error lost) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "the connection for pushes was lost or refused and is tried again; until then waiting"
                + " clients ask by themselves",
            lost);
      }
      return next.hasStood();
    }

    private boolean hasEnded() {
      lock.lock();
      try {
        return ended;
      } finally {
        lock.unlock();
      }
    }

    private @Nullable JedisSubscription begin() {
      lock.lock();
      try {
        subscription =
            over ? null : new JedisSubscription(source, lock, sinks, beatMillis, starter);
        if (over) {
          ended = true;
          changed.signalAll();
        }
        return subscription;
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
    }

    /** Called under the lock. */
    void adjust() {
      if (subscription != null) {
        subscription.adjust();
      }
    }
  }
}
