package dev.holdfast.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * What a store can do. Capabilities decide how the engine talks to it and which rules the test kit
 * asks of it, never whether it is safe.
 *
 * @param blocking whether its verbs do their I/O on the calling thread; the engine then calls them
 *     on the caller's thread in blocking methods and through an executor otherwise
 * @param pushes whether it tells a waiting client of its grant and a holding client of a recall;
 *     without pushes the engine polls
 * @param holdKind how its holds end when their client falls silent
 * @param requestTimeout the longest a verb may take before it completes exceptionally; an acquire
 *     with less time than this is never made on the caller's thread of a blocking store
 * @param modes the modes in which it grants; {@link Mode#EXCLUSIVE} always. It is never asked for
 *     another
 */
public record StoreCapabilities(
    boolean blocking, boolean pushes, HoldKind holdKind, Duration requestTimeout, Set<Mode> modes) {
  /** Checks that nothing is missing. */
  public StoreCapabilities {
    Objects.requireNonNull(holdKind, "holdKind");
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    modes = Set.copyOf(modes);
    if (!modes.contains(Mode.EXCLUSIVE)) {
      throw new IllegalArgumentException("a store grants exclusive holds, whatever else: " + modes);
    }
  }

  /** A store that grants in every mode. */
  public StoreCapabilities(
      boolean blocking, boolean pushes, HoldKind holdKind, Duration requestTimeout) {
    this(blocking, pushes, holdKind, requestTimeout, Set.of(Mode.values()));
  }

  /** How a hold ends when its client falls silent. */
  public enum HoldKind {
    /** It expires at an instant of the store's clock unless it is renewed. */
    LEASE,
    /** It ends with the client's session; the remaining time is the certain part of the session. */
    SESSION
  }
}
