package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Simulation.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A range of seeds, both ends included, run several at a time. */
public final class Range {
  private static final int PROGRESS_EVERY = 1_000;

  private final Simulation simulation;
  private final long from;
  private final long to;
  private final int threads;

  /** A range. */
  public Range(Simulation simulation, long from, long to, int threads) {
    this.simulation = simulation;
    this.from = from;
    this.to = to;
    this.threads = threads;
  }

  /** Hears how far it is, from any thread. */
  public interface Progress {
    /** So many seeds are done, and so many of them failed. */
    default void at(long done, int failed) {}

    /** A seed failed, just now. */
    default void failed(Violation violation) {}
  }

  /** How many seeds these are. */
  public long size() {
    return to - from + 1;
  }

  /** Runs all of them; returns what was broken, in the order of the seeds. */
  public List<Violation> run(Progress progress) {
    AtomicLong next = new AtomicLong(from);
    AtomicLong done = new AtomicLong();
    List<Violation> violations = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch ended = new CountDownLatch(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      pool.execute(
          () -> {
            try {
              for (long seed = next.getAndIncrement(); seed <= to; seed = next.getAndIncrement()) {
                for (Violation violation : outcome(seed)) {
                  violations.add(violation);
                  progress.failed(violation);
                }
                long now = done.incrementAndGet();
                if (now % PROGRESS_EVERY == 0) {
                  progress.at(now, violations.size());
                }
              }
            } finally {
              ended.countDown();
            }
          });
    }
    try {
      ended.await();
    } catch (InterruptedException interrupted) {
      next.set(to);
      Thread.currentThread().interrupt();
    } finally {
      pool.shutdown();
    }
    List<Violation> sorted = new ArrayList<>(violations);
    sorted.sort(Comparator.comparingLong(Violation::seed));
    return sorted;
  }

  private List<Violation> outcome(long seed) {
    try {
      return simulation.run(seed).stream().toList();
    } catch (RuntimeException bug) {
      return List.of(new Violation(seed, "ERROR", "it threw " + bug));
    }
  }
}
