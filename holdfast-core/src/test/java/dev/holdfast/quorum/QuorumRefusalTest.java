package dev.holdfast.quorum;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a quorum's client does when members refuse to end what they granted. */
class QuorumRefusalTest {
  private static final LockOptions OPTIONS = LockOptions.defaults().lease(Duration.ofMillis(900));

  private final List<MemoryStore> stores = Stream.generate(MemoryStore::create).limit(3).toList();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private volatile boolean refusing;

  /** A member's session that refuses releases while the test says so, and does nothing then. */
  private StoreSession refusing(StoreSession session) {
    return new ForwardingSession(session) {
      @Override
      public CompletionStage<Boolean> release(ReleaseRequest request) {
        if (refusing) {
          refused.add(request.name());
          return CompletableFuture.failedStage(
              new StoreException("release: READONLY; nothing was changed", null, true));
        }
        return super.release(request);
      }
    };
  }

  /** Whether it waits in the third member's queue, rather than to be granted there, too. */
  private boolean isQueueThere(Holdfast third, String name) {
    Awaitility.await()
        .until(() -> refused.contains(name) || !third.inspect(name).waiters().isEmpty());
    return !refused.contains(name);
  }

  /**
   * A member that may end the hold late, as far as anybody knows, is not counted any more. Who has
   * the ticket, and is left with too few to count, would keep everybody out for as long as it
   * waits.
   */
  @Test
  void whoCannotBeGrantedAnyMoreAsksAnew() throws Exception {
    LockStore quorum =
        QuorumStore.of(
                stores.stream().map(store -> new MemberForTests(store, this::refusing)).toList())
            .holdingOn(3);
    try (Holdfast client = Holdfast.builder(quorum).options(OPTIONS).build();
        Holdfast there = Holdfast.over(stores.get(2))) {
      refusing = true;
      String name = "n";
      Lease inTheWay = there.mutex(name).acquire();
      CompletableFuture<Lease> waiting = client.mutex(name).acquireAsync();
      while (isQueueThere(there, name)) {
        waiting.cancel(true);
        name += "n";
        inTheWay = there.mutex(name).acquire();
        waiting = client.mutex(name).acquireAsync();
      }
      inTheWay.close();
      refusing = false;
      try (Lease lease = waiting.get(20, SECONDS)) {
        assertTrue(lease.isHeld());
      }
    }
  }

  /** Its members count in whole milliseconds; and what is doubled has to fit. */
  @Test
  void aLongestLeaseThatCannotBeCountedIsRefused() {
    QuorumStore quorum = QuorumStore.of(stores);
    for (Duration longest :
        List.of(Duration.ZERO, Duration.ofNanos(500_000), Duration.ofDays(366))) {
      assertThrows(IllegalArgumentException.class, () -> quorum.rejoiningAfter(longest));
    }
  }
}
