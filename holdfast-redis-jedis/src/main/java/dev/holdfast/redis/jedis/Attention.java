package dev.holdfast.redis.jedis;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Whether a look for an answer is worth its while: of a thread that has asked something, unless the
 * last looks were in vain, as over a network on which answers take longer. Who only listens, for
 * messages that come whenever they come, does not look. One thread at a time asks and reads.
 */
final class Attention {
  /** So many looks in vain one after the other, and answers are not looked for any more ... */
  private static final int IN_VAIN = 3;

  /** ... but one in so many: they may have become quick. */
  private static final int SELDOM = 32;

  private final Predicate<BooleanSupplier> lookFor;
  private volatile boolean asked;
  private int inVain;

  /**
   * Nothing is asked yet.
   *
   * @param lookFor looks for a while whether something is there, and says so
   */
  Attention(Predicate<BooleanSupplier> lookFor) {
    this.lookFor = lookFor;
  }

  /** Something was sent. */
  void asked() {
    asked = true;
  }

  /** Looks for the answer, once for what was sent; returns when it is there, or after a while. */
  void lookFor(BooleanSupplier there) {
    if (!asked) {
      return;
    }
    asked = false;
    if (inVain < IN_VAIN || inVain % SELDOM == 0) {
      inVain = lookFor.test(there) ? 0 : inVain + 1;
    } else {
      inVain++;
    }
  }
}
