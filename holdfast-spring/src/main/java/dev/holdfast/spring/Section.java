package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lease, and a method that runs under it. It outlives the method where a transaction keeps it.
 *
 * <p>The end may be told on another thread than the one it belongs to.
 */
final class Section {
  private final Holdfast client;
  private final SharedLease held;
  private final List<Taken> taken;
  private final @Nullable String fence;
  private volatile boolean running = true;
  private volatile boolean ended;

  Section(Holdfast client, SharedLease held, List<Taken> taken, @Nullable String fence) {
    this.client = client;
    this.held = held;
    this.taken = taken;
    this.fence = fence;
  }

  Lease lease() {
    return held.lease();
  }

  SharedLease held() {
    return held;
  }

  /** The resource that is checked in the method's transaction. */
  @Nullable String fence() {
    return fence;
  }

  boolean isShared() {
    return taken.get(0).mode() == Locked.Mode.READ;
  }

  /** Whether its method runs. */
  boolean isRunning() {
    return running;
  }

  void methodEnded() {
    running = false;
  }

  boolean isEnded() {
    return ended;
  }

  void end() {
    running = false;
    ended = true;
  }

  /** Whether its lease has all of this; one that was given back has nothing. */
  boolean covers(Holdfast asked, List<Taken> wanted) {
    return client == asked
        && !held.isReleased()
        && wanted.stream().allMatch(w -> taken.stream().anyMatch(t -> t.covers(w)));
  }

  /** A name that both have, so that waiting for it would be waiting for itself; or null. */
  @Nullable String inTheWayOf(Holdfast asked, List<Taken> wanted) {
    if (client != asked || held.isReleased()) {
      return null;
    }
    return wanted.stream()
        .map(Taken::name)
        .filter(name -> taken.stream().anyMatch(t -> t.name().equals(name)))
        .findFirst()
        .orElse(null);
  }
}
