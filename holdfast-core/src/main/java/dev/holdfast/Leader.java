package dev.holdfast;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The leader of an election, as the store's record says.
 *
 * @param owner the process that leads
 * @param term the leader's token: greater than that of every leader before
 * @param data what it campaigned with; empty for a holder of the name that did not campaign
 * @param since when it was elected, by the store's clock
 */
public record Leader(Owner owner, long term, String data, Instant since) {
  /** Checks that nothing is missing. */
  public Leader {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(since, "since");
  }

  /** The leader among what a store knows of a name: the owner of its exclusive hold. */
  public static Optional<Leader> of(LockInfo info) {
    return info.hold()
        .filter(hold -> !hold.shared() && !hold.kept() && hold.permits() == 0)
        .map(
            hold ->
                new Leader(
                    hold.owner(), hold.token(), hold.owner().data().orElse(""), hold.since()));
  }
}
