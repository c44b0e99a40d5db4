package dev.holdfast.cli.demo;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StaleTokenException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** How a worker sees to it that it is the only one. */
interface Recipe extends AutoCloseable {
  /** How long the lock of a silent holder lasts: short, as this is a demonstration. */
  Duration LEASE = Duration.ofSeconds(2);

  /** How far apart the workers' clocks may be, and a little more. */
  Duration HOLD_AT_LEAST = Duration.ofSeconds(3);

  /** Does the draw of a day unless another worker does; returns whether it had the lock. */
  boolean tryDraw(String day, Draw draw) throws SQLException;

  @Override
  void close();

  /** What is done under the lock. */
  interface Draw {
    /** Picks the winners. */
    List<String> pick() throws SQLException;

    /** The winners are published: tells them. */
    void published(List<String> winners);

    /** The table refused the winners, so they are not told. */
    void refused(long token);
  }

  /** The recipe found everywhere: SET NX PX with a fixed value, and DEL. */
  final class Naive implements Recipe {
    private final RedisClient redis;
    private final LotteryTable table;
    private final int worker;

    Naive(String url, LotteryTable table, int worker) {
      this.redis = RedisClient.create(url);
      this.table = table;
      this.worker = worker;
    }

    @Override
    public boolean tryDraw(String day, Draw draw) throws SQLException {
      SetParams onlyOnce = SetParams.setParams().nx().px(LEASE.toMillis());
      if (redis.set("lock:" + day, "1", onlyOnce) == null) {
        return false;
      }
      try {
        List<String> winners = draw.pick();
        table.publish(worker, winners);
        draw.published(winners);
      } finally {
        redis.del("lock:" + day);
      }
      return true;
    }

    void warmUp() {
      redis.set("warm-up", "1", SetParams.setParams().nx().px(LEASE.toMillis()));
      redis.del("warm-up");
    }

    @Override
    public void close() {
      redis.close();
    }
  }

  /** Holdfast: a lock that stays taken for a while, and a token that travels with the write. */
  final class Fenced implements Recipe {
    private final Holdfast holdfast;
    private final LotteryTable table;
    private final int worker;

    Fenced(String url, LotteryTable table, int worker) {
      this.holdfast = Holdfast.connect(url);
      this.table = table;
      this.worker = worker;
    }

    @Override
    public boolean tryDraw(String day, Draw draw) throws SQLException {
      LockOptions once = LockOptions.defaults().lease(LEASE).holdAtLeast(HOLD_AT_LEAST);
      Optional<Lease> taken = holdfast.mutex(day, once).tryAcquire();
      if (taken.isEmpty()) {
        return false;
      }
      Lease lease = taken.get();
      try {
        table.begin(day, lease);
        List<String> winners = draw.pick();
        table.publish(worker, winners, day, lease);
        draw.published(winners);
      } catch (StaleTokenException late) {
        draw.refused(lease.token());
      } finally {
        lease.release();
      }
      return true;
    }

    void warmUp() {
      holdfast.mutex("warm-up-" + worker).tryAcquire().ifPresent(Lease::release);
    }

    @Override
    public void close() {
      holdfast.close();
    }
  }
}
