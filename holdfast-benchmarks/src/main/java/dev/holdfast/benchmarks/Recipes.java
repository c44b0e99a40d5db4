package dev.holdfast.benchmarks;

/** What the bare recipes share. */
final class Recipes {
  static final String KEY = "bench:bare";
  static final String COMPARE_AND_DELETE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"
          + " return 0";

  private Recipes() {}
}
