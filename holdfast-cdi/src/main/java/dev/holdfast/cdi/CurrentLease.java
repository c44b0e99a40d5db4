package dev.holdfast.cdi;

import dev.holdfast.Lease;
import java.util.Optional;

/**
 * The lease of the locked method that runs on this thread, for its {@linkplain Lease#token() token}
 * or to {@linkplain Lease#ensure make sure} of it. Another thread does not see it: hand it over.
 */
public final class CurrentLease {
  private CurrentLease() {}

  /**
   * The lease of the innermost locked method on this thread.
   *
   * @throws IllegalStateException if there is none: the method has no {@link Locked}, or was called
   *     by its own bean, past the interceptor
   */
  public static Lease get() {
    return find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no locked method runs on this thread: the method that asks has no @Locked, or"
                        + " was called by its own bean, past the interceptor that locks; or this is"
                        + " another thread than the method's"));
  }

  /** The same; empty if no locked method runs on this thread. */
  public static Optional<Lease> find() {
    return Optional.ofNullable(ThreadLeases.innermost());
  }
}
