package dev.holdfast;

import dev.holdfast.internal.text.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock could not be acquired in time; nothing is held and nothing is left in the queue. */
public final class LockTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Owner holder;

  /** For a wait of this long, with the holder last heard of. */
  public LockTimeoutException(String name, Duration waited, @Nullable Owner holder) {
    super(
        "did not get the lock '"
            + name
            + "' within "
            + Durations.text(waited)
            + (holder == null ? "" : ": it is held by " + holder)
            + "; nothing is held or queued by this attempt");
    this.holder = holder;
  }

  /** The holder that the store named last, if it did. */
  public Optional<Owner> holder() {
    return Optional.ofNullable(holder);
  }
}
