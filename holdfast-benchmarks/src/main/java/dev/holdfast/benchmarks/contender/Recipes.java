package dev.holdfast.benchmarks.contender;

import java.util.concurrent.ThreadLocalRandom;

/** What the bare recipes share. */
final class Recipes {
  static final String COMPARE_AND_DELETE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"
          + " return 0";

  private Recipes() {}

  /** What the values of one thread begin with, and of no other thread anywhere. */
  static String valuePrefix() {
    return Long.toHexString(ThreadLocalRandom.current().nextLong()) + ":";
  }
}
