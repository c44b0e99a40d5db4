package dev.holdfast.internal.engine;

import dev.holdfast.Lease;
import dev.holdfast.RequestListener;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.Timers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One local request for a lease: of a thread that parks, or of a listener, such as a future's. Its
 * outcome is set once, under its name machine's lock, and read without it.
 */
public final class Waiter {
  private static final RequestListener OUTCOME_TOLD = new RequestListener() {};
  private static final AtomicReferenceFieldUpdater<Waiter, @Nullable RequestListener> HEARER =
      AtomicReferenceFieldUpdater.newUpdater(Waiter.class, RequestListener.class, "hearer");

  public final LockSettings settings;

  /** Whether it waits for a holder, or only tries. */
  public final boolean waits;

  public final long enqueuedAt;

  /** When it gives up, in the host's nanoseconds; {@link Timers#NEVER} for an untimed one. */
  public final long deadline;

  /** Its number in the {@link WaitQueue}, in the order of arrival; set by the queue. */
  long ticket;

  /** The next one in the {@link WaitQueue}; the queue's own. */
  @Nullable Waiter after;

  /** Whether this client held the name when it came, so that it may be lent within microseconds. */
  private boolean behindHolderHere;

  private final @Nullable Thread thread;
  private final @Nullable Consumer<Outcome> listener;
  private volatile @Nullable Outcome outcome;

  @SuppressWarnings("UnusedVariable") // HEARER reads it
  private volatile @Nullable RequestListener hearer; // or OUTCOME_TOLD

  private Waiter(
      LockSettings settings,
      boolean waits,
      long enqueuedAt,
      long deadline,
      @Nullable Thread thread,
      @Nullable Consumer<Outcome> listener) {
    this.settings = settings;
    this.waits = waits;
    this.enqueuedAt = enqueuedAt;
    this.deadline = deadline;
    this.thread = thread;
    this.listener = listener;
  }

  /** A request of the current thread, which will park. */
  public static Waiter parked(LockSettings settings, boolean waits, long now, long deadline) {
    return new Waiter(settings, waits, now, deadline, Thread.currentThread(), null);
  }

  /** A request for which no thread waits; the listener hears of its outcome, and never blocks. */
  public static Waiter async(
      LockSettings settings, boolean waits, long now, long deadline, Consumer<Outcome> listener) {
    return new Waiter(settings, waits, now, deadline, null, listener);
  }

  /** A request for one of the names that another request asks for. */
  public static Waiter part(
      LockSettings settings,
      boolean waits,
      long now,
      long deadline,
      Waiter whole,
      Consumer<Outcome> listener) {
    return new Waiter(settings, waits, now, deadline, whole.thread, listener);
  }

  public boolean isBlocking() {
    return thread != null;
  }

  public boolean isTimed() {
    return deadline != Timers.NEVER;
  }

  /** The thread that asked, 0 for an asynchronous request. */
  long threadId() {
    return thread == null ? 0 : thread.getId();
  }

  /** Notes, on the thread that asks, whether this client has a hold of the name. */
  void queuedBehind(boolean holderHere) {
    behindHolderHere = holderHere;
  }

  /** Whether the thread that asked had better look for its outcome before it parks. */
  public boolean mayBeLentSoon() {
    return behindHolderHere;
  }

  @Nullable
  public Outcome outcome() {
    return outcome;
  }

  public boolean isDecided() {
    return outcome != null;
  }

  /** Sets the outcome; the caller holds the name machine's lock and signals after leaving it. */
  public void decide(Outcome decided) {
    if (outcome != null) {
      throw new IllegalStateException("a waiter has one outcome: " + outcome + ", " + decided);
    }
    outcome = decided;
  }

  /** Notes what is to hear of its outcome; false if that was told, another thread being faster. */
  boolean isHeardBy(RequestListener listener) {
    return HEARER.compareAndSet(this, null, listener);
  }

  /** Notes that nothing will hear of its outcome, unless something does; returns whether it has. */
  boolean endsUnheard() {
    return HEARER.compareAndSet(this, null, OUTCOME_TOLD);
  }

  /** The outcome is told now, to this one, if there is one. */
  @Nullable RequestListener takeHearer() {
    RequestListener heard = HEARER.getAndSet(this, OUTCOME_TOLD);
    return heard == OUTCOME_TOLD ? null : heard;
  }

  /** Tells the caller that the outcome is set. */
  public void signal() {
    Outcome decided = outcome;
    if (listener != null && decided != null) {
      listener.accept(decided);
    } else if (thread != null) {
      Parking.unpark(thread);
    }
  }

  /** How a request ended. */
  public sealed interface Outcome {
    /** The lease, for a caller that has no other result; throws why there is none. */
    default Lease lease() {
      throw new CancellationException("the request was taken back");
    }

    /** Releases the lease, if there is one: it came too late for its caller. */
    default void giveBack() {}

    /** It was granted. */
    record Granted(Lease lease) implements Outcome {
      @Override
      public void giveBack() {
        CompletableFuture<Void> unused = lease.releaseAsync();
      }
    }

    /** It was not granted in time, or not at once; the holder last heard of. */
    record NotGranted(@Nullable String holder) implements Outcome {}

    /** The store refused or was not reached, or the client was closed. */
    record Failed(RuntimeException error) implements Outcome {
      @Override
      public Lease lease() {
        throw error;
      }
    }

    /** The requester gave up. */
    record Cancelled() implements Outcome {}
  }
}
