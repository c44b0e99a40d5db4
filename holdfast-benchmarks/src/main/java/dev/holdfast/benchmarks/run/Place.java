package dev.holdfast.benchmarks.run;

/**
 * The place of this process among the processes that one contender uses together in a scenario.
 * Contenders that take turns by number, not by a lock, need it.
 */
public final class Place {
  static final String NUMBER = "holdfast.bench.worker";
  static final String COUNT = "holdfast.bench.workers";

  private Place() {}

  /** From 0 to {@link #count()} - 1. */
  public static int number() {
    return Integer.getInteger(NUMBER, 0);
  }

  /** How many processes there are; 1 if this one is alone. */
  public static int count() {
    return Integer.getInteger(COUNT, 1);
  }
}
