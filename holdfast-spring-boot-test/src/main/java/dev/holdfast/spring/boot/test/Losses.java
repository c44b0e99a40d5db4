package dev.holdfast.spring.boot.test;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.LeaseInfo;
import dev.holdfast.Loss;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spring.boot.HoldfastBuilderCustomizer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.springframework.core.Ordered;

/**
 * Knows when the callbacks of a loss have run. The client gives a loss to its executor once for
 * each callback, and last for its listener, which is this.
 */
final class Losses implements HoldfastListener, HoldfastBuilderCustomizer, Ordered {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Executor threads =
      Executors.newCachedThreadPool(task -> DaemonThreads.of("holdfast-test-callbacks", task));

  /** Callbacks that have not ended. */
  private final Set<CountDownLatch> running = ConcurrentHashMap.newKeySet();

  private final Set<Awaited> awaited = ConcurrentHashMap.newKeySet();

  @Override
  public void customize(Holdfast.Builder builder) {
    builder.callbackExecutor(this::run);
  }

  /** After those of the application. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  private void run(Runnable callback) {
    CountDownLatch ended = new CountDownLatch(1);
    running.add(ended);
    threads.execute(
        () -> {
          try {
            callback.run();
          } finally {
            running.remove(ended);
            ended.countDown();
          }
        });
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    awaited.forEach(each -> each.lost(name, token));
  }

  /** Causes the loss of leases, and waits until all callbacks have run. */
  void cause(List<LeaseInfo> leases, Runnable cause) {
    String name = leases.get(0).name();
    Awaited told = new Awaited(leases);
    awaited.add(told);
    try {
      cause.run();
      await(told.all, name);
      for (CountDownLatch each : List.copyOf(running)) {
        await(each, name);
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "interrupted while callbacks of the loss of '" + name + "' ran", interrupt);
    } finally {
      awaited.remove(told);
    }
  }

  private static void await(CountDownLatch latch, String name) throws InterruptedException {
    if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "the lease of '"
              + name
              + "' was broken, but its callbacks have not ended after "
              + PATIENCE
              + ": let no callback wait for the test");
    }
  }

  /** Leases of a name whose losses are to be told. */
  private static final class Awaited {
    private final String name;
    private final Set<Long> tokens;
    private final CountDownLatch all;

    /** Readers have one token together, and each is told of. */
    Awaited(List<LeaseInfo> leases) {
      name = leases.get(0).name();
      tokens = leases.stream().map(LeaseInfo::token).collect(Collectors.toUnmodifiableSet());
      all = new CountDownLatch(leases.size());
    }

    void lost(String lost, long token) {
      if (lost.equals(name) && tokens.contains(token)) {
        all.countDown();
      }
    }
  }
}
