package dev.holdfast.benchmarks.contender;

import java.util.List;

/** Opens contenders of other packages; found by {@link java.util.ServiceLoader}. */
public interface ContenderProvider {
  /** How many permits a semaphore has. */
  int PERMITS = 4;

  /** The ids of what this provider opens. */
  List<String> ids();

  /**
   * Opens one of them.
   *
   * @param redisUrl {@code redis://host:port}
   * @param threads how many threads will lock at once: the size that pools need
   */
  Contender open(String id, String redisUrl, int threads);
}
