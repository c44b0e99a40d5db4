package dev.holdfast.benchmarks;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One thread that enters and leaves sections until its time is over. */
final class SectionLoop implements Runnable {
  private final Sections sections;
  private final @Nullable Watch watch;
  private final long visitor;
  private final CountDownLatch start;
  private final long nanos;
  private final Histogram waited = Latencies.empty();
  private long entered;
  private long counted;
  private @Nullable Exception failure;

  /**
   * A loop.
   *
   * @param watch whom visits are told, if exclusion is to be checked
   * @param visitor the number of this thread among all of all processes, above 0
   */
  SectionLoop(
      Sections sections, @Nullable Watch watch, long visitor, CountDownLatch start, long nanos) {
    this.sections = sections;
    this.watch = watch;
    this.visitor = visitor;
    this.start = start;
    this.nanos = nanos;
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
    long end = System.nanoTime() + nanos;
    while (true) {
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
