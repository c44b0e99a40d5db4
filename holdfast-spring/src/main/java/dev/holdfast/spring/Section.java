package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lease, and a method that runs under it. It outlives the method where a transaction keeps it.
 *
 * <p>The end may be told on another thread than the one it belongs to.
 */
final class Section {
  private final Holdfast client;
  private final Lease lease;
  private final List<Taken> taken;
  private final @Nullable String fence;
  private volatile boolean running = true;
  private volatile boolean ended;

  Section(Holdfast client, Lease lease, List<Taken> taken, @Nullable String fence) {
    this.client = client;
    this.lease = lease;
    this.taken = taken;
    this.fence = fence;
  }

  Lease lease() {
    return lease;
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

  boolean covers(Holdfast asked, List<Taken> wanted) {
    return client == asked
        && wanted.stream().allMatch(w -> taken.stream().anyMatch(t -> t.covers(w)));
  }

  /** A name that both have, so that waiting for it would be waiting for itself; or null. */
  @Nullable String inTheWayOf(Holdfast asked, List<Taken> wanted) {
    if (client != asked) {
      return null;
    }
    return wanted.stream()
        .map(Taken::name)
        .filter(name -> taken.stream().anyMatch(t -> t.name().equals(name)))
        .findFirst()
        .orElse(null);
  }

  /**
   * Does nothing while the lease is held.
   *
   * @throws LeaseLostException if it was lost
   */
  void failIfLost() {
    if (!lease.isHeld()) {
      LeaseLostException lost = lossOf(lease);
      if (lost != null) {
        throw lost;
      }
    }
  }

  /** How a lease that has ended was lost; null if it was released. */
  static @Nullable LeaseLostException lossOf(Lease ended) {
    try {
      String unused = ended.sequencer();
      return null;
    } catch (LeaseLostException lost) {
      return lost;
    } catch (IllegalStateException released) {
      return null;
    }
  }
}
