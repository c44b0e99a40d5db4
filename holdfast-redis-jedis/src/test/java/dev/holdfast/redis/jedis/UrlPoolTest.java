package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;

class UrlPoolTest {
  private static final JedisSocketFactory NOBODY =
      () -> {
        throw new IllegalStateException("nobody connects");
      };

  private final Factory factory = new Factory();
  private final UrlPool pool = new UrlPool(factory, config());

  /** Makes connections to nowhere, the later ones when the test lets it. */
  private static final class Factory extends ConnectionFactory {
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger destroyed = new AtomicInteger();
    private final CountDownLatch making = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    Factory() {
      super(NOBODY, DefaultJedisClientConfig.builder().build());
    }

    @Override
    public PooledObject<Connection> makeObject() throws InterruptedException {
      if (made.incrementAndGet() > 1) {
        making.countDown();
        assertTrue(open.await(20, TimeUnit.SECONDS));
      }
      return new DefaultPooledObject<>(new Connection(NOBODY) {});
    }

    @Override
    public void destroyObject(PooledObject<Connection> pooled) {
      destroyed.incrementAndGet();
    }

    @Override
    public void activateObject(PooledObject<Connection> pooled) {}
  }

  private static ConnectionPoolConfig config() {
    ConnectionPoolConfig config = new ConnectionPoolConfig();
    config.setMaxTotal(1);
    config.setMaxWait(Duration.ofSeconds(20));
    config.setJmxEnabled(false);
    return config;
  }

  @AfterEach
  void close() {
    factory.open.countDown();
    pool.close();
  }

  /** From JDK 25 on the common pool may have one thread, and both block theirs. */
  private static void onThread(Runnable task) {
    new Thread(task, "own-pool").start();
  }

  private CompletableFuture<Connection> waiting() {
    CompletableFuture<Connection> waiting =
        CompletableFuture.supplyAsync(pool::getResource, UrlPoolTest::onThread);
    Awaitility.await().until(() -> pool.getNumWaiters() == 1);
    return waiting;
  }

  @Test
  void whoGivesBackABrokenConnectionDoesNotWaitForAnother() {
    Connection broken = pool.getResource();
    pool.returnBrokenResource(broken);
    assertEquals(1, factory.made.get());
    assertEquals(1, factory.destroyed.get());
  }

  @Test
  void whoWaitsForAConnectionIsGivenAnother() {
    Connection broken = pool.getResource();
    CompletableFuture<Connection> waiting = waiting();
    factory.open.countDown();
    pool.returnBrokenResource(broken);
    assertNotNull(waiting.join());
  }

  @Test
  void whatIsMadeWhileThePoolIsClosedIsClosedToo() throws InterruptedException {
    Connection broken = pool.getResource();
    CompletableFuture<Connection> waiting = waiting();
    CompletableFuture<Void> given =
        CompletableFuture.runAsync(() -> pool.returnBrokenResource(broken), UrlPoolTest::onThread);
    assertTrue(factory.making.await(20, TimeUnit.SECONDS));
    pool.close();
    factory.open.countDown();
    given.join();
    assertThrows(CompletionException.class, waiting::join, "the pool is closed");
    assertEquals(2, factory.made.get());
    assertEquals(2, factory.destroyed.get());
  }
}
