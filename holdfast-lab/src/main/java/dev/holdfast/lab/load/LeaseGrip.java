package dev.holdfast.lab.load;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.episode.Grip;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lease of Holdfast's; of a read-write lock, one that can become one of the other side. */
record LeaseGrip(Lease lease, Mode mode, @Nullable DistributedReadWriteLock sides) implements Grip {
  LeaseGrip(Lease lease) {
    this(lease, Mode.EXCLUSIVE, null);
  }

  @Override
  public long token() {
    return lease.token();
  }

  @Override
  public boolean valid() {
    return lease.isHeld();
  }

  @Override
  public Duration remaining() {
    return lease.remaining();
  }

  @Override
  public void ensure(Duration atLeast) {
    lease.ensure(atLeast);
  }

  @Override
  public void onLost(Runnable told) {
    lease.onLost(loss -> told.run());
  }

  @Override
  public Optional<Grip> change() {
    DistributedReadWriteLock both = sides;
    if (both == null) {
      return Optional.empty();
    }
    return mode == Mode.SHARED
        ? both.tryUpgrade(lease).map(made -> new LeaseGrip(made, Mode.EXCLUSIVE, both))
        : Optional.of(new LeaseGrip(both.downgrade(lease), Mode.SHARED, both));
  }

  @Override
  public void release() {
    lease.close();
  }
}
