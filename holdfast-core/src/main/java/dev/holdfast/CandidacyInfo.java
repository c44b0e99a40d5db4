package dev.holdfast;

import java.util.Objects;

/**
 * A candidacy of this client, as the client knows itself. For people and monitoring: it is old when
 * it is read.
 *
 * @param name the election
 * @param leads whether this candidate leads now
 * @param term the term in which it leads; 0 if it does not
 */
public record CandidacyInfo(String name, boolean leads, long term) {
  /** Checks that nothing is missing. */
  public CandidacyInfo {
    Objects.requireNonNull(name, "name");
  }
}
