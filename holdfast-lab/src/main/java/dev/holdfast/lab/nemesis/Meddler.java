package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Somebody does something on the server, again and again until the fault is over.
 *
 * @param <S> what the server is
 */
final class Meddler<S> implements Nemesis {
  /**
   * What is done.
   *
   * @param <S> what the server is
   */
  interface Deed<S> {
    /** Does it once; it returns soon when it is over. */
    void once(S server, SplittableRandom random, BooleanSupplier over)
        throws SQLException, IOException;
  }

  private final Function<Rig, S> server;
  private final String sentence;
  private final long everyNanos;
  private final Deed<S> deed;
  private @Nullable Thread thread;
  private volatile boolean over;
  private final AtomicInteger done = new AtomicInteger();
  private volatile String refused = "";

  Meddler(Function<Rig, S> server, String sentence, int everyMillis, Deed<S> deed) {
    this.server = server;
    this.sentence = sentence;
    this.everyNanos = everyMillis * 1_000_000L;
    this.deed = deed;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    S there = server.apply(rig);
    rig.note(sentence);
    Thread started = new Thread(() -> meddle(there, random), "lab-meddler");
    started.start();
    thread = started;
  }

  private void meddle(S there, SplittableRandom random) {
    do {
      try {
        deed.once(there, random, () -> over);
        int unused = done.incrementAndGet();
      } catch (SQLException | IOException failed) {
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
