package dev.holdfast.quorum;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Time in which all that happens is planned, and happens in its order. For one thread. */
final class StormTime {
  private record Planned(long at, long number, Runnable task) {}

  private final SplittableRandom dice;
  private final PriorityQueue<Planned> plan =
      new PriorityQueue<>(Comparator.comparingLong(Planned::at).thenComparing(Planned::number));
  private long now = 1;
  private long planned;

  StormTime(SplittableRandom dice) {
    this.dice = dice;
  }

  long nanos() {
    return now;
  }

  /** Milliseconds since the beginning. */
  long millis() {
    return now / 1_000_000;
  }

  /** Runs a task later; returns what takes that back. */
  Runnable after(long nanos, Runnable task) {
    Planned one = new Planned(now + nanos, planned++, task);
    plan.add(one);
    return () -> plan.remove(one);
  }

  /** Runs a task at some time in between. */
  void soon(long leastMicros, long mostMicros, Runnable task) {
    Runnable unused = after(1_000 * dice.nextLong(leastMicros, mostMicros), task);
  }

  /** Lets so much time pass, with all that was planned for it. */
  void pass(long millis) {
    long until = now + millis * 1_000_000;
    while (!plan.isEmpty() && plan.peek().at() <= until) {
      Planned next = plan.poll();
      now = next.at();
      next.task().run();
    }
    now = until;
  }

  /** A client's view of it. */
  Pace pace() {
    return new Pace() {
      @Override
      public long nanos() {
        return now;
      }

      @Override
      public Runnable after(long nanos, Runnable task) {
        return StormTime.this.after(nanos, task);
      }

      @Override
      public int random(int bound) {
        return dice.nextInt(bound);
      }

      @Override
      public void run(Runnable call) {
        Runnable unused = StormTime.this.after(0, call);
      }

      @Override
      public void close() {}
    };
  }
}
