package dev.holdfast.consensus;

/** Monotonic nanoseconds of this machine. */
public final class SessionTicker {
  /** One that is as good as any other. */
  public SessionTicker() {}

  /** Of which only differences mean something. */
  public long nanos() {
    return System.nanoTime();
  }
}
