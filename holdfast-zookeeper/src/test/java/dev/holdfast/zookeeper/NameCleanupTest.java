package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of names that nobody uses, and what is not forgotten with them. */
@Tag("rest")
class NameCleanupTest {
  private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);

  private final Bench bench = new Bench("forgetting");

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void aNameThatComesBackKeepsItsOrder() throws Exception {
    StoreSession a = bench.open("a");
    Standing.Holding held = bench.take(a, "n", "a/h/1/x/1");
    long ahead = held.stamp() + HOUR_MICROS;
    Standing raised =
        Bench.answer(a.keepAlive(List.of(new KeepAlive.Raise("n", "a/h/1/x/1", 1_000, ahead))))
            .get(0);
    assertEquals(ahead, ((Standing.Holding) raised).stamp());
    assertEquals(0, bench.forget("n", 0), "a name in use is not forgotten");
    assertTrue(bench.release(a, "n", "a/h/1/x/1"));
    assertEquals(0, bench.forget("n", TimeUnit.HOURS.toMillis(1)), "it was used just now");
    assertEquals(1, bench.forget("n", 0));
    assertEquals(List.of(), bench.nodesUnder(bench.layout.bucketOf("n")));
    // The client that knew it as free must not take it by what it knew.
    assertTrue(bench.take(a, "n", "a/h/1/x/2").stamp() > ahead, "no clock says so, but the floor");
  }

  /** The register's version alone would not tell the new node from the old one. */
  @Test
  void whatWasSeenOfAForgottenNameIsNotWritten() throws Exception {
    StoreSession a = bench.open("a");
    StoreSession b = bench.open("b");
    bench.take(a, "n", "a/h/1/x/1");
    assertTrue(bench.release(a, "n", "a/h/1/x/1"));
    assertEquals(1, bench.forget("n", 0));
    // One grant: the new register has the version that a knows of the old one.
    Standing.Holding other = bench.take(b, "n", "b/h/1/x/1");
    Standing refused = bench.tryAcquire(a, "n", "a/h/1/x/2");
    assertEquals("b/h/1/x/1", ((Standing.Absent) refused).holder());
    assertEquals(other.stamp(), ((Standing.Holding) bench.tryAcquire(b, "n", "b/h/1/x/1")).stamp());
  }

  /** Over an hour: where much was unused, the next bucket is looked at a second later. */
  @Test
  void cleaningKeepsPaceWithUse() throws Exception {
    AtomicLong nanos = new AtomicLong();
    SessionTicker ticker = new SessionTicker(nanos::get);
    ServerClock clock = new ServerClock(ticker);
    bench.curator.blockUntilConnected();
    ZkSession conn =
        new ZkSession(bench.curator.getZookeeperClient().getZooKeeper(), ticker, clock, c -> {});
    NameNodes names = new NameNodes(bench.layout, Clients.ANYBODY, clock);
    assertTrue(Bench.answer(names.ground().lay(conn)));
    List<String> full =
        List.of(bench.layout.bucket(20), bench.layout.bucket(21), bench.layout.bucket(22));
    for (String bucket : full) {
      fill(bucket);
    }
    // By the server's own clock nothing is unused for long enough.
    ServerClock later = new ServerClock(ticker);
    later.heard(System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1));
    NameCleanup forgetting = new NameCleanup(names, later, ticker);
    int minutes = 0;
    while (left(full) == 3) {
      assertTrue(minutes++ <= Layout.BUCKETS, "each bucket has its turn");
      nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
      turn(forgetting, conn);
    }
    for (int seconds = 1; left(full) > 0; seconds++) {
      assertTrue(seconds <= 3, "the next ones are not waited for a minute each");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      turn(forgetting, conn);
    }
  }

  /** A turn, and whatever it does: all is asked in one session, and answered in that order. */
  private void turn(NameCleanup forgetting, ZkSession conn) {
    forgetting.now(conn);
    for (int requests = 0; requests < 12; requests++) {
      Boolean unused = Bench.answer(conn.exists(bench.layout.clock(), event -> {}));
    }
  }

  private void fill(String bucket) throws Exception {
    bench.makeBucket(bucket);
    List<CuratorOp> ops = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      ops.add(
          bench
              .curator
              .transactionOp()
              .create()
              .forPath(bucket + "/n" + i, Register.fresh(0).encode()));
    }
    bench.curator.transaction().forOperations(ops);
  }

  private int left(List<String> buckets) throws Exception {
    int left = 0;
    for (String bucket : buckets) {
      left += bench.nodesUnder(bucket).isEmpty() ? 0 : 1;
    }
    return left;
  }
}
