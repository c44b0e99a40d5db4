package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisClient;

/** One party's turns: every so many turns it is its own, and it tells the next when it is over. */
final class Turns extends JedisPubSub implements Section {
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RedisClient client;
  private final String name;
  private final int count;
  private final Thread listener;
  private final CountDownLatch listening = new CountDownLatch(1);
  private long next;
  private volatile long told;
  private volatile @Nullable Thread waiting;

  Turns(RedisClient client, String name, int party, int count) {
    this.client = client;
    this.name = name;
    this.count = count;
    this.next = party;
    this.listener = new Thread(() -> client.subscribe(this, channel(party)), "wake-" + party);
    listener.setDaemon(true);
    listener.start();
  }

  private String channel(long turn) {
    return "wake:" + name + ':' + turn % count;
  }

  @Override
  public void onSubscribe(String channel, int subscribed) {
    listening.countDown();
  }

  @Override
  public void onMessage(String channel, String turn) {
    told = Long.parseLong(turn);
    LockSupport.unpark(waiting);
  }

  @Override
  public void enter() throws InterruptedException {
    listening.await();
    waiting = Thread.currentThread();
    long start = System.nanoTime();
    while (told < next && System.nanoTime() - start < SILENCE_NANOS) {
      LockSupport.parkNanos(this, SILENCE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for turn " + next);
      }
    }
    next = Math.max(next, told);
  }

  @Override
  public void leave() {
    long unused = client.publish(channel(next + 1), Long.toString(next + 1));
    next += count;
  }

  void close() {
    if (isSubscribed()) {
      unsubscribe();
    }
    listener.interrupt();
  }
}
