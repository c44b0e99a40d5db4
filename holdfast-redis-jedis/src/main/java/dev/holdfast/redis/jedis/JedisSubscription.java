package dev.holdfast.redis.jedis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.port.PushSink;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The life of one connection for pushes. It begins with the channels that are wanted then; once it
 * stands (the server confirmed the first one), channels come and go, and a question now and then
 * finds out whether the other end is still there: a connection that was cut somewhere on its way
 * never says so by itself.
 */
final class JedisSubscription extends BinaryJedisPubSub {
  private static final System.Logger LOG = System.getLogger(JedisSubscription.class.getName());

  private final Supplier<JedisPushes.Borrowing> source;
  private final ReentrantLock lock;
  private final Map<String, PushSink> sinks;
  private final long beatMillis;
  private final Function<Runnable, Thread> starter;
  private final Set<String> asked = new HashSet<>();
  private final Set<String> confirmed = new HashSet<>();
  private @Nullable Connection connection;
  private boolean stands;
  private boolean heard;
  private boolean over;
  private boolean ended;

  /**
   * A connection to be.
   *
   * @param lock guards the fields of this and what is wanted
   * @param sinks what is wanted, by channel
   * @param beatMillis how often to ask whether anybody is there
   * @param starter runs what asks on a thread of its own
   */
  JedisSubscription(
      Supplier<JedisPushes.Borrowing> source,
      ReentrantLock lock,
      Map<String, PushSink> sinks,
      long beatMillis,
      Function<Runnable, Thread> starter) {
    this.beatMillis = beatMillis;
    this.starter = starter;
    this.source = source;
    this.lock = lock;
    this.sinks = sinks;
  }

  /** Connects and listens until the last channel is given up or the connection is lost. */
  void listen() {
    byte[][] channels = begin();
    if (channels.length == 0) {
      return;
    }
    JedisPushes.Borrowing from = source.get();
    if (from.connectionSource() != null) {
      try (Connection borrowed = from.connectionSource().borrow()) {
        hold(borrowed);
        try {
          proceed(borrowed, channels);
        } finally {
          end();
        }
      }
    } else if (from.client() != null) {
      try {
        from.client().subscribe(this, channels);
      } finally {
        end();
      }
    }
  }

  private byte[][] begin() {
    lock.lock();
    try {
      asked.addAll(sinks.keySet());
      return asked.stream().map(JedisSubscription::bytes).toArray(byte[][]::new);
    } finally {
      lock.unlock();
    }
  }

  private void hold(Connection borrowed) {
    lock.lock();
    try {
      connection = borrowed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Before the connection is given back: a command over a connection that was lost makes Jedis
   * connect anew, and nothing would close that new connection.
   */
  private void end() {
    lock.lock();
    try {
      connection = null;
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  boolean hasStood() {
    lock.lock();
    try {
      return stands;
    } finally {
      lock.unlock();
    }
  }

  /** Asks for what is wanted and gives up what is not. Called under the lock. */
  void adjust() {
    if (!stands || over || ended) {
      return;
    }
    try {
      for (String wanted : sinks.keySet()) {
        if (asked.add(wanted)) {
          subscribe(bytes(wanted));
        }
      }
      for (Iterator<String> each = asked.iterator(); each.hasNext(); ) {
        String channel = each.next();
        if (!sinks.containsKey(channel)) {
          each.remove();
          confirmed.remove(channel);
          unsubscribe(bytes(channel));
        }
      }
    } catch (JedisException broken) {
      LOG.log(System.Logger.Level.DEBUG, "the listening thread will see this too", broken);
    }
  }

  /**
   * Gives up all channels, which ends {@link #listen()} when the server confirms. Under the lock.
   */
  void endAll() {
    over = true;
    if (stands && !ended) {
      try {
        unsubscribe();
      } catch (JedisException broken) {
        LOG.log(System.Logger.Level.DEBUG, "the listening thread will see this too", broken);
      }
    }
  }

  /** Closes the socket under the reading thread. Called under the lock. */
  void cut() {
    if (connection != null) {
      try {
        connection.forceDisconnect();
      } catch (IOException | JedisException broken) {
        LOG.log(System.Logger.Level.DEBUG, "closing a broken connection", broken);
      }
    }
  }

  /** Closes the socket if the server at its other end is not to be listened to. Under the lock. */
  void cutUnless(Predicate<HostAndPort> isGood) {
    if (connection != null && !isGood.test(connection.getHostAndPort())) {
      cut();
    }
  }

  @Override
  public void onSubscribe(byte[] channel, int count) {
    lock.lock();
    try {
      boolean first = !stands;
      boolean known = !confirmed.add(text(channel));
      stands = true;
      heard = true;
      if (over) {
        endAll();
        return;
      }
      adjust();
      // Only a connection that we hold can be cut.
      if (first && connection != null) {
        beatLater();
      }
      if (known) {
        return;
      }
    } finally {
      lock.unlock();
    }
    PushSink sink = sinks.get(text(channel));
    if (sink != null) {
      sink.subscribed();
    }
  }

  /** On a thread of its own: the common pool may have one, and the program may block it. */
  private void beatLater() {
    CompletableFuture.delayedExecutor(beatMillis, MILLISECONDS, this::onThread).execute(this::beat);
  }

  private void onThread(Runnable beat) {
    try {
      Thread unused = starter.apply(beat);
    } catch (OutOfMemoryError noThread) {
      beatLater();
    }
  }

  /** Asks whether anybody is there, and cuts the connection if nothing came since it last asked. */
  private void beat() {
    lock.lock();
    try {
      if (over || connection == null) {
        return;
      }
      if (!heard) {
        LOG.log(System.Logger.Level.DEBUG, "the connection for pushes is silent: a new one");
        cut();
        return;
      }
      heard = false;
      // Any channel, once more: it is confirmed again. A PING would do, but its answer may come
      // before Jedis 8 expects one in RESP3, which then ends the connection.
      for (String channel : asked) {
        subscribe(bytes(channel));
        break;
      }
      beatLater();
    } catch (JedisException broken) {
      LOG.log(System.Logger.Level.DEBUG, "the listening thread will see this too", broken);
    } catch (RuntimeException | Error thrown) {
      LOG.log(System.Logger.Level.DEBUG, "it is asked again later", thrown);
      beatLater();
    } finally {
      lock.unlock();
    }
  }

  private void hear() {
    lock.lock();
    try {
      heard = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onMessage(byte[] channel, byte[] message) {
    hear();
    PushSink sink = sinks.get(text(channel));
    if (sink != null) {
      sink.message(message);
    }
  }

  private static byte[] bytes(String channel) {
    return channel.getBytes(ISO_8859_1);
  }

  private static String text(byte[] channel) {
    return new String(channel, ISO_8859_1);
  }
}
