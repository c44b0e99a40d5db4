package dev.holdfast.lab.score;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** How long something took, many times over. Thread-safe. */
final class Times {
  private static final Duration NEVER = Duration.ofDays(1);

  /** Many times what anything that is measured may take. */
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

  /** One more; what was over before it began took no time. */
  void add(long took) {
    nanos.add(Math.max(0, took));
  }

  /** One more that did not come to an end while anybody waited for it. */
  void never() {
    nanos.add(NEVER.toNanos());
  }

  /**
   * Waits for those that add how long they took when they are done. One that is not done after a
   * while never will be.
   */
  void awaitAll(List<CompletableFuture<Void>> waits) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    for (CompletableFuture<Void> wait : waits) {
      while (!wait.isDone() && System.nanoTime() < end) {
        Scene.pause(1);
      }
      if (!wait.isDone() || wait.isCompletedExceptionally()) {
        never();
      }
    }
  }

  int count() {
    return nanos.size();
  }

  /** What so many in a hundred did not exceed; of up to a hundred, p99 is the longest. */
  Duration percentile(int percent) {
    List<Long> sorted;
    synchronized (nanos) {
      sorted = nanos.stream().sorted().toList();
    }
    int index = Math.min(sorted.size() - 1, sorted.size() * percent / 100);
    return sorted.isEmpty() ? NEVER : Duration.ofNanos(sorted.get(index));
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "%d times: p50 %s, p99 %s, most %s ms",
        count(),
        millis(50),
        millis(99),
        millis(100));
  }

  private String millis(int percent) {
    Duration time = percentile(percent);
    return time.equals(NEVER) ? "never" : String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e6);
  }

  /** A score whose target is that of 100 times 99 took at most so long. */
  Score score(String measure, String what, Duration most) {
    return new Score(
        measure,
        what,
        text(),
        "p99 at most " + most.toMillis() + " ms",
        percentile(99).compareTo(most) <= 0,
        true);
  }
}
