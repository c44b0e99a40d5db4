package dev.holdfast.micrometer;

import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.Optional;

/** A leader that does nothing. */
final class Idle implements LeadershipListener {
  @Override
  public void elected(Lease lease) {}

  @Override
  public void ended(Optional<Loss> loss) {}
}
