package dev.holdfast.cli.run;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.Text;
import java.util.List;
import java.util.Optional;

/** Which clients keep this process from having all of some names. */
final class Blockers {
  private final Holdfast holdfast;
  private final List<String> names;

  Blockers(Holdfast holdfast, List<String> names) {
    this.holdfast = holdfast;
    this.names = names;
  }

  /**
   * The first of the names that another client holds, or that is kept for a while.
   *
   * @throws StoreException if the store does not answer
   */
  Optional<LockInfo> look() {
    for (String name : names) {
      LockInfo info = holdfast.inspect(name);
      if (info.holds().stream().anyMatch(hold -> hold.kept() || !isUs(hold.owner()))) {
        return Optional.of(info);
      }
    }
    return Optional.empty();
  }

  /** Whether this is a request of this process. */
  boolean isUs(Owner owner) {
    Owner us = holdfast.identity();
    return owner.process().equals(us.process()) && owner.host().equals(us.host());
  }

  /** The names, for messages. */
  String quoted() {
    return String.join(" and ", names.stream().map(Text::quoted).toList());
  }
}
