package dev.holdfast.lab.load;

import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.SharedTime;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Writes down when the machine, or whoever stopped it, did not let this process run. */
final class Heartbeat implements Runnable {
  private static final long BEAT_NANOS = 5_000_000;
  private static final long MISSED_NANOS = 25_000_000;

  private final Journal journal;
  private final long op;
  private final BooleanSupplier over;

  Heartbeat(Journal journal, long op, BooleanSupplier over) {
    this.journal = journal;
    this.op = op;
    this.over = over;
  }

  @Override
  public void run() {
    long last = SharedTime.nanos();
    while (!over.getAsBoolean()) {
      LockSupport.parkNanos(BEAT_NANOS);
      long now = SharedTime.nanos();
      if (now - last > MISSED_NANOS) {
        journal.write(now, Kind.STOOD, op, 0, 0, now - last, 0);
      }
      last = now;
    }
  }
}
