package dev.holdfast;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A name that requests of this client wait for, as the client knows itself. For people and
 * monitoring: it is old when it is read.
 *
 * @param name what they wait for
 * @param requests how many wait, of all threads and futures; candidates of an election among them
 * @param longest how long the one has waited that came first
 * @param trouble what the store said last, or that it did not answer, if that is why they wait;
 *     empty if the store serves this name, so that they wait for its holders
 */
public record WaitInfo(String name, int requests, Duration longest, Optional<String> trouble) {
  /** Checks that nothing is missing. */
  public WaitInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(longest, "longest");
    Objects.requireNonNull(trouble, "trouble");
  }
}
