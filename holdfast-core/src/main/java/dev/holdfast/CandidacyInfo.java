package dev.holdfast;

import java.util.Objects;

/**
 * A candidacy of this client, as the client knows itself. For people and monitoring: it is old when
 * it is read.
 *
 * @param name the election
 * @param term the term in which this candidate leads; 0 if it does not
 */
public record CandidacyInfo(String name, long term) {
  /** Checks that nothing is missing. */
  public CandidacyInfo {
    Objects.requireNonNull(name, "name");
  }

  /** Whether this candidate leads. */
  public boolean leads() {
    return term > 0;
  }
}
