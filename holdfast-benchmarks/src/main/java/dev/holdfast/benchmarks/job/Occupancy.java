package dev.holdfast.benchmarks.job;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Memory that the processes of a contender share, in which those inside of one section count one
 * another: a look from inside at how many are there at once.
 */
public final class Occupancy implements Watch {
  /*
   * A visit is too short for several to be seen together on few processors, however wrong the
   * contender. So some last a little, by chance, the same number for everybody.
   */
  private static final int LONG_VISIT_OF = 16;
  private static final long LONG_VISIT_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final int INSIDE = 0;
  private static final int MOST = 128; // in another cache line
  private static final int BYTES = 256;

  private final SharedLongs memory;
  private final int weight;

  private Occupancy(SharedLongs memory, int weight) {
    this.memory = memory;
    this.weight = weight;
  }

  /**
   * Opens the memory, or makes it.
   *
   * @param weight for how many each visitor counts
   */
  public static Occupancy open(Path file, int weight) {
    return new Occupancy(SharedLongs.open(file, BYTES), weight);
  }

  @Override
  public void visit(int section, long visitor) {
    come();
    if (ThreadLocalRandom.current().nextInt(LONG_VISIT_OF) == 0) {
      LockSupport.parkNanos(LONG_VISIT_NANOS);
    }
    go();
  }

  void come() {
    memory.raise(MOST, memory.add(INSIDE, weight));
  }

  void go() {
    long unused = memory.add(INSIDE, -weight);
  }

  /** How many are inside now. */
  long inside() {
    return memory.get(INSIDE);
  }

  /** The most that were inside at once since the last call. */
  long takeMost() {
    return memory.exchange(MOST, 0);
  }
}
