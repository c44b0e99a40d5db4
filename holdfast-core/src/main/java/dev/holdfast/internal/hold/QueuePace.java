package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.spi.Standing;

/**
 * How quickly the store's queue moves before an attempt that waits in it, and so how often its
 * place is looked at where nothing tells that its turn has come. Guarded by its name machine's
 * lock.
 */
public final class QueuePace {
  private static final long STEP_NANOS = MILLISECONDS.toNanos(1);

  private long ahead = -1;
  private long aheadAtFirst;
  private long placedAt;
  private long nanosForEach; // how long each of those before it has taken so far
  private int looks;

  /** Takes in where the attempt stands. */
  public void placed(Standing.Queued queued, long now) {
    if (queued.ahead() != ahead) {
      if (ahead < 0 || queued.ahead() >= aheadAtFirst) {
        placedAt = now;
        aheadAtFirst = queued.ahead();
      } else {
        nanosForEach = (now - placedAt) / (aheadAtFirst - queued.ahead());
      }
      ahead = queued.ahead();
      looks = 0; // the queue moves, so look often again
    }
  }

  /**
   * How long to wait before the next look: less and less often while the queue does not move, and
   * about a quarter of the way to its turn while it does. A look costs the store, so a crowd must
   * not look as often as the first of it. Each call counts as a look.
   *
   * @param pollNanos the longest pause, for each attempt that is still to be served
   */
  public long nextPauseNanos(long pollNanos) {
    long before = Math.max(0, ahead);
    long step = ((1 + before) * STEP_NANOS) << Math.min(looks++ / 4, 16);
    long ofTheWay = (2 * before + 1) * nanosForEach / 8;
    if (before > 0) {
      // The queue may have stood still when that was measured, and move quickly now.
      ofTheWay = Math.min(ofTheWay, (long) (2 * STEP_NANOS * Math.pow((double) before, 1.5)));
    }
    return Math.min(Math.max(step, ofTheWay), (1 + before) * pollNanos);
  }
}
