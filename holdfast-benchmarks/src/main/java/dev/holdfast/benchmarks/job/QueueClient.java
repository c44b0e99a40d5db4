package dev.holdfast.benchmarks.job;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One waiting client: asks for a name, gives it back as soon as it has it, and asks again until the
 * turn is over.
 */
final class QueueClient implements AutoCloseable {
  private final Holdfast holdfast;
  private final DistributedLock lock;
  private final WatchedStore.Session session;
  private final LongAdder served = new LongAdder();

  QueueClient(Holdfast holdfast, WatchedStore.Session session, String name) {
    this.holdfast = holdfast;
    this.session = session;
    this.lock = holdfast.mutex(name);
  }

  void begin(QueueTurn turn) {
    served.reset();
    session.forget();
    ask(turn);
  }

  private void ask(QueueTurn turn) {
    CompletableFuture<Void> unused =
        lock.acquireAsync().handle((lease, error) -> end(turn, lease, error));
  }

  private @Nullable Void end(QueueTurn turn, @Nullable Lease lease, @Nullable Throwable error) {
    if (lease == null) {
      turn.fail(error == null ? new IllegalStateException("no lease") : error);
      return null;
    }
    turn.add(new Service(lease.token(), session.askedNanos(), session.queuedNanos()));
    served.increment();
    lease.close();
    if (turn.isOver()) {
      turn.leave();
    } else {
      ask(turn);
    }
    return null;
  }

  /** Whether it stood in the queue, or was served, in this turn. */
  boolean hasJoined() {
    return served.sum() > 0 || session.queuedNanos() != WatchedStore.Session.NEVER;
  }

  /** How often it was served in this turn. */
  long served() {
    return served.sum();
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
