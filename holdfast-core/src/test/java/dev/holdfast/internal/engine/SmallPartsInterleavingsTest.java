package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.choose;
import static dev.holdfast.internal.engine.Interleavings.explore;
import static dev.holdfast.internal.engine.Interleavings.inParallel;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Alarm;
import dev.holdfast.spi.SuspendAwareClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** What is shared without a line's lock. */
class SmallPartsInterleavingsTest {
  @Test
  void theEndOfAnAttemptReachesAllWhoWaitForIt() {
    choose(
        60,
        () -> {
          Attempt attempt = new Attempt("c/h/1/n/1", LockSettings.DEFAULTS, true, 0);
          ConcurrentLinkedQueue<CompletableFuture<Void>> ends = new ConcurrentLinkedQueue<>();
          inParallel(
              () -> ends.add(attempt.ended()), () -> ends.add(attempt.ended()), attempt::over);
          check(attempt.isOver() && attempt.ended().isDone(), "it is not over");
          check(ends.stream().allMatch(CompletableFuture::isDone), "somebody waits for ever");
        });
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // nothing is done inside
  void aLockViewLetsOneThreadInAndItAsOftenAsItLikes() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lock view = bench.mutex().asLock();
          Lock another = bench.mutex().asLock();
          int[] inside = new int[1];
          Runnable twice =
              () -> {
                view.lock();
                try {
                  check(++inside[0] == 1, "two are inside");
                  another.lock();
                  another.unlock();
                  check(inside[0]-- == 1, "the inner unlock let another in");
                } finally {
                  view.unlock();
                }
              };
          inParallel(twice, twice);
          check(bench.isEmpty() && bench.told.isEmpty(), "something is left");
          check(bench.reentrancy.mine(bench.mutex()) == null, "an entry is left");
        });
  }

  @Test
  void aSuspensionCountsForEveryThreadThatReadsTheTimeAfterIt() {
    choose(
        60,
        () -> {
          AtomicLong wallMillis = new AtomicLong(1_000_000);
          SuspendAwareClock ticker = new SuspendAwareClock(() -> 5, wallMillis::get);
          long before = ticker.nanos();
          wallMillis.addAndGet(10_000); // the machine slept, its monotonic clock stood still
          Runnable read =
              () -> check(ticker.nanos() - before == 10_000_000_000L, "suspended time was missed");
          inParallel(read, read);
          check(ticker.nanos() - before == 10_000_000_000L, "it was counted twice");
        });
  }

  @Test
  void anAlarmThatIsSetRings() {
    explore(
        20,
        () -> {
          Alarm alarm = new Alarm(new SuspendAwareClock(() -> 5, () -> 5), "alarm");
          CountDownLatch rung = new CountDownLatch(1);
          alarm.begin(rung::countDown);
          alarm.set(1_000_000_000_000L);
          inParallel(() -> alarm.set(0), () -> alarm.set(1_000_000_000L));
          check(rings(rung), "it never rings");
          alarm.end();
        });
  }

  private static boolean rings(CountDownLatch rung) {
    try {
      if (Interleavings.isRacing()) {
        return rung.await(Interleavings.PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      rung.await(); // to Lincheck a bounded wait would be one that may be over at once
      return true;
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }
}
