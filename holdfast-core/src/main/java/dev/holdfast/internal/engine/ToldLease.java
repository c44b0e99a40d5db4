package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.spi.Mode;
import org.jspecify.annotations.Nullable;

/** What a listener is told of a lease. */
public interface ToldLease {
  /** What a caller has of it; a lease of several names is none. */
  interface Handle {
    ToldLease state();
  }

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
  void toldAt(long now);

  /** Since when its caller has it, once, if the listener was told that; else {@link #NOT_TOLD}. */
  long takeToldAt();

  /** Notes what is to hear of its end. */
  void heardBy(RequestListener listener);

  /** What is to hear of its end, once; null if nothing is. */
  @Nullable RequestListener takeHearer();

  /** What is told of its loss if it was lost; else null. */
  @Nullable Lost lostAt(long now);
}
