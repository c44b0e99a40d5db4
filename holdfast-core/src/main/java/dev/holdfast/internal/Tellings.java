package dev.holdfast.internal;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** What users are told: by callbacks and listeners on their executor, and by the log. */
final class Tellings {
  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final Executor executor;
  private final HoldfastListener listener;

  Tellings(Executor executor, HoldfastListener listener) {
    this.executor = executor;
    this.listener = listener;
  }

  /**
   * Runs user code on its executor. An executor that refuses, because it is full or closed with its
   * client, must not swallow what a user is owed, so then a thread is made for it.
   */
  void run(Runnable task) {
    Runnable guarded =
        () -> {
          try {
            task.run();
          } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, "a callback threw; nothing else is affected", thrown);
          }
        };
    try {
      executor.execute(guarded);
    } catch (RejectedExecutionException refused) {
      LOG.log(Level.DEBUG, "the callback executor refused a callback; a thread runs it", refused);
      Thread thread = new Thread(guarded, "holdfast-refused-callback");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** A lease was lost. */
  void lost(LeaseState lease, Loss loss, List<Consumer<Loss>> callbacks) {
    String name = lease.line.name;
    LOG.log(
        loss.kind() == Loss.Kind.CLOSED ? Level.DEBUG : Level.WARNING,
        () -> "the lease of '" + name + "' with token " + lease.token + " was lost: " + loss,
        lease.acquiredAt);
    for (Consumer<Loss> each : callbacks) {
      run(() -> each.accept(loss));
    }
    run(() -> listener.lost(name, lease.token, loss));
  }

  /** A lease was given back, and the store did not know its hold any more. */
  void wasGone(LeaseState lease) {
    LOG.log(
        Level.WARNING,
        () ->
            "the lease of '"
                + lease.line.name
                + "' with token "
                + lease.token
                + " was released, but the store had ended its hold before; its section may have"
                + " overlapped with another holder's");
  }

  /** A renewal of a lease was not answered. */
  void jeopardy(String name, long token, long remainingNanos, StoreException error) {
    LOG.log(
        Level.INFO,
        () ->
            "a renewal of '"
                + name
                + "' was not answered; the lease is certain for another "
                + Durations.text(Duration.ofNanos(remainingNanos))
                + ": "
                + error.getMessage());
    run(() -> listener.jeopardy(name, token, Duration.ofNanos(remainingNanos), error));
  }

  /** A lease in jeopardy was renewed. */
  void safe(String name, long token) {
    run(() -> listener.safe(name, token));
  }

  /** A thread waits for a lease that it has itself. */
  void reentered(String name) {
    LOG.log(
        Level.WARNING,
        () ->
            "a thread that holds '"
                + name
                + "' acquires it again and will wait for itself; asLock() is the reentrant view",
        new IllegalStateException("acquired again here"));
  }
}
