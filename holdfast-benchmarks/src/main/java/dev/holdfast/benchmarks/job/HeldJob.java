package dev.holdfast.benchmarks.job;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.benchmarks.contender.CountedStore;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Holds as many leases as a turn says for as long as it says, and counts those that are lost. */
public final class HeldJob implements Job {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final Losses losses = new Losses();
  private final Deque<Lease> held = new ArrayDeque<>();
  private @Nullable CountedStore store;
  private @Nullable Holdfast holdfast;
  private long acquired;

  @Override
  public void open(Map<String, Object> settings) {
    CountedStore opened =
        CountedStore.open(Fields.text(settings, "contender"), Fields.text(settings, "redis"), 1);
    store = opened;
    holdfast =
        Holdfast.builder(opened.store())
            .options(LockOptions.defaults().lease(LEASE))
            .listener(losses)
            .build();
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    int wanted = Fields.integer(turn, "leases");
    Holdfast client = Objects.requireNonNull(holdfast, "opened");
    while (held.size() > wanted) {
      held.pop().release();
    }
    while (held.size() < wanted) {
      held.push(client.mutex("bench:held-" + acquired++).acquire());
    }
    start.await();
    CountedStore counted = Objects.requireNonNull(store, "opened");
    long before = counted.commands();
    // Nobody opens it: this thread only has to leave the machine to the renewals for so long.
    boolean unused = new CountDownLatch(1).await(nanos(turn), TimeUnit.NANOSECONDS);
    return Map.of("lost", losses.among(held), "commands", counted.commands() - before);
  }

  private static long nanos(Map<String, Object> turn) {
    return (long) (Fields.number(turn, "seconds") * 1e9);
  }

  @Override
  public void close() {
    if (holdfast != null) {
      holdfast.close();
    }
    if (store != null) {
      store.close();
    }
  }
}
