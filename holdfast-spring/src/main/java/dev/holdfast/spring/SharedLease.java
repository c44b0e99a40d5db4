package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A lease of a locked method, and of the stages of inner ones that may complete after that method:
 * the last of them to end gives it back. Thread-safe.
 */
final class SharedLease {
  private static final Set<SharedLease> OPEN = ConcurrentHashMap.newKeySet();

  private final Holdfast client;
  private final Lease lease;
  private final LockedMethod method;
  private final AtomicInteger users = new AtomicInteger(1);

  SharedLease(Holdfast client, Lease lease, LockedMethod method) {
    this.client = client;
    this.lease = lease;
    this.method = method;
    OPEN.add(this);
  }

  /** The methods of a client whose work has not ended, each with the name that it holds. */
  static List<String> working(Holdfast client) {
    return OPEN.stream()
        .filter(each -> each.client == client)
        .map(each -> each.method + " under '" + each.lease.name() + "'")
        .sorted()
        .toList();
  }

  Lease lease() {
    return lease;
  }

  /** One more; false if all have ended. */
  boolean share() {
    return users.updateAndGet(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /**
   * Ends one, and gives the lease back if it is the last.
   *
   * @throws LeaseLostException if the lease was lost
   */
  void close() {
    if (isLast()) {
      lease.close();
      return;
    }
    LeaseLostException lost = loss();
    if (lost != null) {
      throw lost;
    }
  }

  /** Ends one whose work has failed; a loss is told with that. */
  void close(Throwable failed) {
    try {
      close();
    } catch (LeaseLostException lost) {
      failed.addSuppressed(lost);
    }
  }

  /** Ends the only one, whose work could not begin. */
  void closeUnused() {
    if (isLast()) {
      lease.releaseUnused();
    }
  }

  /** Ends one; completes when the lease is given back, or at once if another goes on. */
  CompletableFuture<?> closeAsync() {
    return isLast() ? lease.releaseAsync() : CompletableFuture.completedFuture(null);
  }

  private boolean isLast() {
    boolean last = users.decrementAndGet() == 0;
    if (last) {
      OPEN.remove(this);
    }
    return last;
  }

  /** Whether it was given back; not so if it was lost. */
  boolean isReleased() {
    return !lease.isHeld() && loss() == null;
  }

  /** How it was lost; null if it is held, or was given back. */
  @Nullable LeaseLostException loss() {
    try {
      String unused = lease.sequencer();
      return null;
    } catch (LeaseLostException lost) {
      return lost;
    } catch (IllegalStateException released) {
      return null;
    }
  }

  /**
   * Does nothing unless it was lost.
   *
   * @throws LeaseLostException if it was
   */
  void failIfLost() {
    LeaseLostException lost = lease.isHeld() ? null : loss();
    if (lost != null) {
      throw lost;
    }
  }

  /** How it ended, by a loss or an early release; null while it is held. */
  @Nullable RuntimeException end() {
    if (lease.isHeld()) {
      return null;
    }
    LeaseLostException lost = loss();
    return lost != null
        ? lost
        : new IllegalStateException(
            "the lease of '"
                + lease.name()
                + "' was released (CurrentLease.get().release()) before the work was done that it"
                + " is for, and another holder may have been there meanwhile: leave the release to"
                + " the locked method");
  }

  /**
   * Does nothing while it is held.
   *
   * @throws LeaseLostException if it was lost
   * @throws IllegalStateException if it was given back
   */
  void failUnlessHeld() {
    RuntimeException end = end();
    if (end != null) {
      throw end;
    }
  }
}
