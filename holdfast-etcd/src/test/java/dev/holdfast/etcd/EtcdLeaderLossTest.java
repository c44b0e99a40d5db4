package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster whose leader dies, and whose next one is paused until it is none any more. */
@Tag("rest")
class EtcdLeaderLossTest {
  private static final Duration LATER = Duration.ofSeconds(60);

  @Test
  void aHoldOutlivesItsLeadersAndTokensGo() throws Exception {
    try (Cluster cluster = Cluster.start(Cluster.Version.V3_5);
        Holdfast mine = Holdfast.connect(cluster.url() + "?session=30s");
        Holdfast other = Holdfast.connect(cluster.url() + "?session=30s")) {
      Lease held = mine.mutex("n").acquire();
      CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
      await().atMost(LATER).until(() -> mine.inspect("n").waiters().size() == 1);
      int first = cluster.leader(-1);
      cluster.member(first).kill();
      await().atMost(LATER).until(() -> isCertain(held));
      assertFalse(waiting.isDone());
      cluster.member(first).ensureAlive();
      await().atMost(LATER).until(() -> cluster.leader(-1) >= 0);

      int second = cluster.leader(-1);
      cluster.member(second).pause();
      try {
        await()
            .atMost(LATER)
            .until(
                () -> {
                  int now = cluster.leader(second);
                  return now >= 0 && now != second;
                });
        await().atMost(LATER).until(() -> isCertain(held));
      } finally {
        cluster.member(second).resume();
      }
      await().atMost(LATER).until(() -> isCertain(held));
      assertFalse(waiting.isDone());
      held.close();
      Lease next = waiting.get(60, TimeUnit.SECONDS);
      assertTrue(next.token() > held.token());
      next.close();
    }
  }

  /** Whether it can be made certain for most of its session, which takes an answer. */
  private static boolean isCertain(Lease lease) {
    try {
      lease.ensure(Duration.ofSeconds(20));
      return true;
    } catch (dev.holdfast.StoreException unanswered) {
      return false;
    }
  }
}
