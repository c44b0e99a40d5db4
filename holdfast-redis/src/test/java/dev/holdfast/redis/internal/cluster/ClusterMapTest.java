package dev.holdfast.redis.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Who watches over the map is there again, whatever kept it from it. */
class ClusterMapTest {
  private static final NodeAddress A = new NodeAddress("a", 1);

  private final CountDownLatch asked = new CountDownLatch(3);
  private final RedisNodes nodes =
      new RedisNodes() {
        @Override
        public List<NodeAddress> seeds() {
          return List.of(A);
        }

        @Override
        public RedisPort node(NodeAddress address) {
          asked.countDown();
          throw new LinkageError("as the test wants");
        }

        @Override
        public void keep(Set<NodeAddress> members) {}

        @Override
        public boolean isBlocking() {
          return true;
        }

        @Override
        public void subscribe(String channel, PushSink sink, Supplier<NodeAddress> where) {}

        @Override
        public void unsubscribe(String channel) {}

        @Override
        public void close() {}
      };

  @Test
  void aThreadThatCannotBeMadeIsMadeAtTheNextDoubt() {
    AtomicInteger started = new AtomicInteger();
    ClusterMap map =
        new ClusterMap(
            nodes,
            watch -> {
              if (started.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
            });
    map.doubt();
    map.doubt();
    map.doubt();
    assertEquals(2, started.get(), "once in vain, and then one for all doubts");
    map.close();
  }

  @Test
  void whateverIsThrownWhileItAsksItAsksAgain() throws InterruptedException {
    ClusterMap map = new ClusterMap(nodes);
    try {
      map.doubt();
      assertTrue(asked.await(20, TimeUnit.SECONDS));
    } finally {
      map.close();
    }
  }
}
