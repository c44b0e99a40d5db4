package dev.holdfast.spring;

import dev.holdfast.Lease;
import java.util.Optional;

/**
 * The lease of the locked method that runs on this thread, for its {@linkplain Lease#token() token}
 * or to {@linkplain Lease#ensure make sure} of it. Another thread does not see it: hand it over. In
 * a pipeline it is {@link ReactiveCurrentLease}.
 */
public final class CurrentLease {
  private CurrentLease() {}

  /**
   * The lease of the innermost locked method on this thread.
   *
   * @throws IllegalStateException if there is none: the method has neither {@link Locked} nor
   *     {@link RunOnce}, or was called without its proxy, by its own bean
   */
  public static Lease get() {
    return find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no locked method runs on this thread: the method that asks has neither @Locked"
                        + " nor @RunOnce, or was called by its own bean, past the proxy that locks;"
                        + " or this is another thread than the method's"));
  }

  /** The same; empty if no locked method runs on this thread. */
  public static Optional<Lease> find() {
    return Sections.innermost().map(Section::lease);
  }
}
