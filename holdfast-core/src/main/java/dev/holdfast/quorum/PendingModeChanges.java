package dev.holdfast.quorum;

/** Which changes of a hold's mode members were asked for, and are being asked for. Thread-safe. */
final class PendingModeChanges {
  private final Guard guard = new Guard();
  private int underWay;
  private long turns;

  /** Members are about to be asked for one. */
  void begin() {
    guard.change(
        () -> {
          underWay++;
          turns++;
        });
  }

  /** It is known what came of it. */
  void end() {
    guard.change(
        () -> {
          underWay--;
          turns++;
        });
  }

  /** How many were begun and ended. */
  long turns() {
    return guard.look(() -> turns);
  }

  /**
   * Whether members' modes are what a request asked for, and no change that it did not know of.
   *
   * @param before how many were begun and ended when it was asked
   * @param mine how many are the request itself: one, or none
   */
  boolean isNone(long before, int mine) {
    return guard.look(() -> underWay == mine && turns == before);
  }
}
