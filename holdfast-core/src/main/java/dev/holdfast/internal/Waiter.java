package dev.holdfast.internal;

import dev.holdfast.Lease;
import org.jspecify.annotations.Nullable;

/**
 * One local request for a lease: of a parked thread, of a future, or of a {@link MultiAcquire}. Its
 * outcome is set once, under its name machine's lock, and read without it.
 */
final class Waiter {
  final LockSettings settings;

  /** Whether it waits for a holder, or only tries. */
  final boolean waits;

  final long enqueuedAt;

  /** When it gives up, in the host's nanoseconds; {@link LockSettings#NEVER} for an untimed one. */
  final long deadline;

  /** Its number in the {@link WaitQueue}, in the order of arrival; set by the queue. */
  long ticket;

  /** Whether this client held the name when it came, so that it may be lent within microseconds. */
  private boolean behindHolderHere;

  private final @Nullable Thread thread;
  private final @Nullable LeaseFuture<?> future;
  private final @Nullable MultiAcquire gathering;
  private volatile @Nullable Outcome outcome;

  private Waiter(
      LockSettings settings,
      boolean waits,
      long enqueuedAt,
      long deadline,
      @Nullable Thread thread,
      @Nullable LeaseFuture<?> future,
      @Nullable MultiAcquire gathering) {
    this.settings = settings;
    this.waits = waits;
    this.enqueuedAt = enqueuedAt;
    this.deadline = deadline;
    this.thread = thread;
    this.future = future;
    this.gathering = gathering;
  }

  /** A request of the current thread, which will park. */
  static Waiter parked(LockSettings settings, boolean waits, long now, long deadline) {
    return new Waiter(settings, waits, now, deadline, Thread.currentThread(), null, null);
  }

  /** A request that completes a future. */
  static Waiter async(
      LockSettings settings, boolean waits, long now, long deadline, LeaseFuture<?> future) {
    return new Waiter(settings, waits, now, deadline, null, future, null);
  }

  /** A request for one of the names that another request asks for. */
  static Waiter part(
      LockSettings settings,
      boolean waits,
      long now,
      long deadline,
      Waiter whole,
      MultiAcquire gathering) {
    return new Waiter(settings, waits, now, deadline, whole.thread, null, gathering);
  }

  boolean isBlocking() {
    return thread != null;
  }

  boolean isTimed() {
    return deadline != LockSettings.NEVER;
  }

  /** The thread that asked, 0 for an asynchronous request. */
  long threadId() {
    return thread == null ? 0 : thread.getId();
  }

  /** Notes, on the thread that asks, what hold of the name this client has, if any. */
  void queuedBehind(@Nullable HoldUse present) {
    behindHolderHere = present != null;
  }

  /** Whether the thread that asked had better look for its outcome before it parks. */
  boolean mayBeLentSoon() {
    return behindHolderHere;
  }

  @Nullable Outcome outcome() {
    return outcome;
  }

  boolean isDecided() {
    return outcome != null;
  }

  /** Sets the outcome; the caller holds the name machine's lock and signals after leaving it. */
  void decide(Outcome decided) {
    if (outcome != null) {
      throw new IllegalStateException("a waiter has one outcome: " + outcome + ", " + decided);
    }
    outcome = decided;
  }

  /** Tells the caller that the outcome is set. */
  void signal(Engine engine) {
    if (gathering != null) {
      gathering.goOn();
    } else if (thread != null) {
      Parking.unpark(thread);
    } else if (future != null) {
      Outcome decided = outcome;
      if (decided != null) {
        engine.notifications().run(() -> future.settle(decided));
      }
    }
  }

  /** How a request ended. */
  sealed interface Outcome {
    /** It was granted. */
    record Granted(Lease lease) implements Outcome {}

    /** It was not granted in time, or not at once; the holder last heard of. */
    record NotGranted(@Nullable String holder) implements Outcome {}

    /** The store refused or was not reached, or the client was closed. */
    record Failed(RuntimeException error) implements Outcome {}

    /** The requester gave up. */
    record Cancelled() implements Outcome {}
  }
}
