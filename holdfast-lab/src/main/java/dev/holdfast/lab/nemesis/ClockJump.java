package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.ShiftedClock;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The server's clock jumps, forward or back, and back again when the fault is healed. */
class ClockJump implements Nemesis {
  /** Not more: holds that were granted ahead of time last for so much longer. */
  private static final long MOST_MILLIS = 2_000;

  private final ToLongFunction<SplittableRandom> by;
  private @Nullable ShiftedClock clock;

  /** By a second or two, either way. */
  ClockJump() {
    this(ClockJump::millis);
  }

  /** By what these dice say, in milliseconds. */
  ClockJump(ToLongFunction<SplittableRandom> by) {
    this.by = by;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    clock = new ShiftedClock(rig.folder().resolve("clock"));
    rig.store().restartIn(clock.environment());
  }

  /** By how many milliseconds a clock jumps. */
  static long millis(SplittableRandom random) {
    return random.nextLong(100, MOST_MILLIS) * (random.nextBoolean() ? 1 : -1);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    long millis = by.applyAsLong(random);
    rig.note("the server's clock jumps by " + millis + " ms");
    shift(millis);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.note("the server's clock jumps back");
    shift(0);
  }

  private void shift(long millis) throws IOException {
    if (clock != null) {
      clock.shift(millis);
    }
  }

  @Override
  public void restore(Rig rig) throws IOException {
    rig.store().restartIn(Map.of());
  }
}
