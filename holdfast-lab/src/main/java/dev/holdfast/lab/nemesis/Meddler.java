package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.database.DatabaseServer;
import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Somebody does something in the database, again and again until the fault is over. */
final class Meddler implements Nemesis {
  /** What is done. */
  interface Deed {
    /** Does it once; it returns soon when it is over. */
    void once(DatabaseServer server, SplittableRandom random, BooleanSupplier over)
        throws SQLException;
  }

  private final String sentence;
  private final long everyNanos;
  private final Deed deed;
  private @Nullable Thread thread;
  private volatile boolean over;
  private final AtomicInteger done = new AtomicInteger();
  private volatile String refused = "";

  Meddler(String sentence, int everyMillis, Deed deed) {
    this.sentence = sentence;
    this.everyNanos = everyMillis * 1_000_000L;
    this.deed = deed;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    DatabaseServer server = rig.database();
    rig.note(sentence);
    Thread started = new Thread(() -> meddle(server, random), "lab-meddler");
    started.start();
    thread = started;
  }

  private void meddle(DatabaseServer server, SplittableRandom random) {
    do {
      try {
        deed.once(server, random, () -> over);
        int unused = done.incrementAndGet();
      } catch (SQLException failed) {
        refused = String.valueOf(failed.getMessage()); // Whoever meddles may be hit, too.
      }
      pause(everyNanos, () -> over);
    } while (!over);
  }

  /** Waits so long, or until it is over. */
  static void pause(long nanos, BooleanSupplier over) {
    long end = System.nanoTime() + nanos;
    while (!over.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(Math.min(2_000_000, Math.max(1, end - System.nanoTime())));
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    over = true;
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    rig.note(
        sentence
            + ": done "
            + done
            + " times"
            + (refused.isEmpty() ? "" : ", refused: " + refused));
  }
}
