package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What a client of locks does all day, once through: grant, renewal, wait, push, release. */
public final class TourForTests {
  private TourForTests() {}

  public static void through(LockStore store) throws InterruptedException {
    try (store) {
      aLeaseIsRenewed(store);
      aWaiterIsToldOfItsTurn(store);
    }
  }

  private static ConditionFactory soon() {
    return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20));
  }

  /** With time to connect: it is the first that a JVM of its own does. */
  private static Holdfast opened(LockStore store, LockOptions options) {
    return Holdfast.builder(store).options(options).connectTimeout(Duration.ofMinutes(1)).build();
  }

  private static void aLeaseIsRenewed(LockStore store) throws InterruptedException {
    LockOptions shortly = LockOptions.defaults().lease(Duration.ofSeconds(4));
    try (Holdfast holdfast = opened(store, shortly);
        Lease lease = holdfast.mutex("renewed").acquire(Duration.ofSeconds(5))) {
      Duration granted = lease.remaining();
      soon().until(() -> lease.remaining().compareTo(granted.minusMillis(300)) < 0);
      Duration low = lease.remaining();
      soon().until(() -> lease.remaining().compareTo(low.plusMillis(100)) > 0);
    }
  }

  private static void aWaiterIsToldOfItsTurn(LockStore store) {
    try (VerbsForTests holder = new VerbsForTests(store, "");
        VerbsForTests waiter = new VerbsForTests(store, "")) {
      String held = holder.take("handed on");
      String next = waiter.join("handed on");
      holder.release("handed on", held);
      soon().until(() -> waiter.listener.granted.contains(next));
      waiter.release("handed on", next);
    }
  }
}
