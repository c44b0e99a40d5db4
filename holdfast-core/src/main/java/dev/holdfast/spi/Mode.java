package dev.holdfast.spi;

/** What else a hold admits beside itself. */
public enum Mode {
  /** Nothing: no other hold of the name lives at the same time. */
  EXCLUSIVE,
  /** Other shared holds. */
  SHARED,
  /** Other counted holds, as long as their permits together are not more than there are. */
  COUNTED
}
