package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.spi.Finding;
import java.util.Optional;

/** Whether a server has connections left. */
final class ConnectionRoom {
  private static final double NEARLY_ALL = 0.8;

  private ConnectionRoom() {}

  static Finding of(Optional<Long> used, Optional<Long> most) {
    if (used.isEmpty() || most.isEmpty() || most.get() <= 0) {
      return Finding.note(
          "connections", "cannot be seen", "a client uses up to 8, or as many as ?pool= says");
    }
    String seen = used.get() + " of at most " + most.get();
    return used.get() >= NEARLY_ALL * most.get()
        ? Finding.warning(
            "connections",
            seen,
            "when there are no more, clients cannot connect, and those that need another cannot"
                + " renew in time",
            "allow more (max_connections), or let pools be smaller (?pool=)")
        : Finding.ok("connections", seen, "a client uses up to 8, or as many as ?pool= says");
  }
}
