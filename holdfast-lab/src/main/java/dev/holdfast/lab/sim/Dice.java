package dev.holdfast.lab.sim;

import java.util.List;

/** Randomness from a seed (SplitMix64): the same seed gives the same throws on every machine. */
final class Dice {
  private long state;

  /**
   * @param stream which of the seed's independent streams
   */
  Dice(long seed, long stream) {
    this.state = mix(seed * 0x9E3779B97F4A7C15L + mix(stream + 0x632BE59BD9B4E019L));
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }

  private long next() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  /** From 0 (inclusive) to the bound (exclusive). */
  int below(int bound) {
    return (int) ((next() >>> 33) % bound);
  }

  /** Both ends included. */
  long between(long least, long most) {
    return least + (next() >>> 1) % (most - least + 1);
  }

  /** Both ends included, most of them near the lower one. */
  long mostlySmall(long least, long most) {
    long span = between(0, most - least);
    return least + (chance(25) ? span : span / 16);
  }

  boolean chance(int percent) {
    return below(100) < percent;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(below(choices.size()));
  }
}
