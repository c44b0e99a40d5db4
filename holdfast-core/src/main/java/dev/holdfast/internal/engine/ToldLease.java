package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.spi.Mode;

/** What a listener is told of a lease. */
public interface ToldLease {
  /** Of a lease of which the listener was not told that a caller has it. */
  long NOT_TOLD = 0;

  /** What is locked. */
  String name();

  Mode mode();

  long token();

  How how();

  /** Whether it was given back. */
  boolean isReleased();

  /** The listener is told now that a caller has it. */
  void told(long now);

  /** Since when its caller has it, once, if the listener was told that; else {@link #NOT_TOLD}. */
  long takeTold();
}
