package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One thread that enters and leaves sections until its time is over. */
final class SectionLoop implements Runnable {
  private final Sections sections;
  private final @Nullable Watch watch;
  private final long visitor;
  private final CountDownLatch start;
  private final long nanos;
  private final long periodNanos;
  private final Histogram waited = Latencies.empty();
  private long entered;
  private long counted;
  private long due;
  private @Nullable Exception failure;

  /**
   * A loop.
   *
   * @param watch whom visits are told, if exclusion is to be checked
   * @param visitor the number of this thread among all of all processes, above 0
   * @param periodNanos from section to section, unless it has to wait for longer; 0 for no pause
   */
  SectionLoop(
      Sections sections,
      @Nullable Watch watch,
      long visitor,
      CountDownLatch start,
      long nanos,
      long periodNanos) {
    this.sections = sections;
    this.watch = watch;
    this.visitor = visitor;
    this.start = start;
    this.nanos = nanos;
    this.periodNanos = periodNanos;
  }

  @Override
  public void run() {
    try {
      start.await();
      loop();
    } catch (Exception failed) {
      failure = failed;
    }
  }

  private void loop() throws Exception {
    long begin = System.nanoTime();
    long end = begin + nanos;
    due = begin + ThreadLocalRandom.current().nextLong(Math.max(1, periodNanos));
    while (!pauseUntil(end)) {
      Section section = sections.next();
      long asked = System.nanoTime();
      section.enter();
      long now = System.nanoTime();
      if (watch != null) {
        watch.visit(sections.number(), visitor);
      }
      section.leave();
      entered++;
      Latencies.record(waited, now - asked);
      if (now >= end) {
        return; // who waited when the time was over is served, but does not count
      }
      counted++;
    }
  }

  /** Waits until the next section is due, if there is a period; returns whether it is too late. */
  private boolean pauseUntil(long end) {
    if (periodNanos == 0) {
      return false;
    }
    long now = System.nanoTime();
    long goOn = Math.min(due, end);
    while (now < goOn) {
      LockSupport.parkNanos(goOn - now);
      now = System.nanoTime();
    }
    due = Math.max(due + periodNanos, now); // what could not be done in time is not made up for
    return now >= end;
  }

  /** How long each {@link Section#enter()} took. */
  Histogram waited() {
    return waited;
  }

  /** Sections entered and left, in all. */
  long entered() {
    return entered;
  }

  /** Sections entered before the time was over. */
  long counted() {
    return counted;
  }

  @Nullable Exception failure() {
    return failure;
  }
}
