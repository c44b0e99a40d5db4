package dev.holdfast;

import dev.holdfast.internal.text.CandidateData;
import dev.holdfast.internal.text.HoldNote;
import java.util.Objects;
import java.util.Optional;

/**
 * A holder of a name or a waiter for it, as the store's record says.
 *
 * @param id the attempt's id, never used again
 * @param client the name its client was given
 * @param host the host it runs on
 * @param process the process id there
 */
public record Owner(String id, String client, String host, String process) {
  /** Checks that nothing is missing. */
  public Owner {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(process, "process");
  }

  /**
   * Reads an attempt id, {@code name/host/pid/nonce/number}, with what a candidate published in
   * front of the number; of any other form it is kept whole.
   */
  public static Owner parse(String attempt) {
    String[] parts = attempt.split("/", -1);
    return parts.length == 5
        ? new Owner(attempt, parts[0], parts[1], parts[2])
        : new Owner(attempt, attempt, "?", "?");
  }

  /** What it published, if it is a candidate of an {@link Election}; empty if that was nothing. */
  public Optional<String> data() {
    return CandidateData.read(id);
  }

  /**
   * What it said of itself by {@link DistributedLock#withNote}; empty if that was nothing. A hold
   * that the client has lent since has the note with which it was granted.
   */
  public Optional<String> note() {
    return HoldNote.read(id);
  }

  /** {@code client on host (process 4711)}. */
  @Override
  public String toString() {
    return client + " on " + host + " (process " + process + ")";
  }
}
