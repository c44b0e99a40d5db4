package dev.holdfast.lab.sim;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What the engine caught, logged as an error and survived: in a simulation, where everybody keeps
 * to the rules, that is a bug, and the run in which it happens fails.
 */
final class CaughtErrors extends Handler {
  /** The engine tells every loss to the log, which nobody reads here; held, or it is collected. */
  private static final Logger LOG = Logger.getLogger("dev.holdfast");

  /** Inherited by the threads of the run's users. */
  private static final InheritableThreadLocal<@Nullable AtomicReference<@Nullable Throwable>>
      FIRST = new InheritableThreadLocal<>();

  static CaughtErrors listening() {
    CaughtErrors made = new CaughtErrors();
    LOG.setLevel(Level.SEVERE);
    LOG.setUseParentHandlers(false);
    LOG.addHandler(made);
    return made;
  }

  <T> T failing(Supplier<T> run) {
    AtomicReference<@Nullable Throwable> caught = new AtomicReference<>();
    FIRST.set(caught);
    try {
      T result = run.get();
      Throwable thrown = caught.get();
      if (thrown != null) {
        throw new IllegalStateException("the engine caught " + thrown, thrown);
      }
      return result;
    } finally {
      FIRST.remove();
    }
  }

  @Override
  public void publish(LogRecord line) {
    AtomicReference<@Nullable Throwable> caught = FIRST.get();
    Throwable thrown = line.getThrown();
    if (caught != null && thrown != null && !isTheEnd(thrown)) {
      caught.compareAndSet(null, thrown);
    }
  }

  /** Threads that wait when a run is over are ended by an Error, which the engine may catch. */
  private static boolean isTheEnd(Throwable thrown) {
    return thrown instanceof Callers.RunIsOver;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
