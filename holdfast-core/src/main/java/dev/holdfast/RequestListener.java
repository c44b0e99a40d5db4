package dev.holdfast;

import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Hears of one request for a lease, and of the lease that comes of it until its end: for timers and
 * traces. {@link HoldfastListener#requested} makes one for each request.
 *
 * <p>A request ends with {@link #acquired} or {@link #notAcquired}; each lease that it brought ends
 * with {@link #released} or {@link #lost}. Each of these is told once. {@link #lost} is told on the
 * callback executor, all others on the thread of the caller: for {@code acquireAsync} and {@code
 * tryAcquireAsync} the end of the request is told on the thread on which the future is completed,
 * just before, which may be before {@link #asked} is told. Of a future that its caller cancels it
 * is told on the callback executor, afterwards; and a lease that was lost before {@link #acquired}
 * could be told is told as lost just after that, on the same thread. None is dropped. What a method
 * throws is logged, and changes nothing else.
 */
public interface RequestListener {
  /**
   * The call has asked the store, or has joined the queue of this client's waiters; told on the
   * thread that {@link HoldfastListener#requested} was called on. A client library of a store that
   * blocks has made its call on this thread in between, unless the caller's time is shorter than a
   * request to the store may take.
   */
  default void asked() {}

  /**
   * The caller has its lease.
   *
   * @param leases one for each of its names
   */
  default void acquired(List<Acquired> leases) {}

  /** The request ended without a lease. */
  default void notAcquired(NotAcquired event) {}

  /** A lease was given back. */
  default void released(Released event) {}

  /** A lease was lost. */
  default void lost(Lost event) {}

  /**
   * A caller wants a lease that it cannot have without a wait or a request to the store.
   *
   * @param name what it asks for; of several names, all of them, separated by a comma and a space
   * @param mode how it is to be locked
   * @param waits whether the request waits if the name is taken
   */
  record Requested(String name, Mode mode, boolean waits) {
    /** Checks that nothing is missing. */
    public Requested {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(mode, "mode");
    }
  }

  /**
   * A lease was lost.
   *
   * @param name what was locked
   * @param mode how it was locked at the end
   * @param token the fencing token at the end
   * @param held from when its holder had it until the loss
   * @param loss how it was lost
   */
  record Lost(String name, Mode mode, long token, Duration held, Loss loss) {
    /** Checks that nothing is missing. */
    public Lost {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(held, "held");
      Objects.requireNonNull(loss, "loss");
    }
  }
}
