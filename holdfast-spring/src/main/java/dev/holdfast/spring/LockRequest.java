package dev.holdfast.spring;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one call asks for.
 *
 * @param taken not empty
 * @param waitAtMost how long at most; {@link LockedMethod#FOREVER} for no end
 */
record LockRequest(Holdfast client, LockedMethod method, List<Taken> taken, Duration waitAtMost) {
  /** One lock, also if it is of several names. */
  DistributedLock lock() {
    return taken.size() == 1
        ? taken.get(0).of(client)
        : client.all(taken.stream().map(each -> each.of(client)).toArray(DistributedLock[]::new));
  }

  /**
   * Waits for the lease on this thread.
   *
   * @throws LockTimeoutException if it was not had in time
   */
  Lease acquire() throws InterruptedException {
    return waitsForever() ? lock().acquire() : lock().acquire(waitAtMost);
  }

  boolean waitsForever() {
    return waitAtMost.equals(LockedMethod.FOREVER);
  }

  /** Whether it is not granted only if the store says that another holds it. */
  boolean isMereTry() {
    return waitAtMost.isZero() && taken.stream().allMatch(each -> each.size() == 0);
  }

  /**
   * Asks the store what is in the way, on this thread.
   *
   * @throws dev.holdfast.StoreException if it does not answer
   */
  List<LockInfo> inWay() {
    return taken.stream()
        .map(each -> client.inspect(each.name()))
        .filter(name -> name.isHeld() || !name.waiters().isEmpty())
        .toList();
  }

  /** What is thrown when the lease was not had in time, and this was in the way. */
  LockTimeoutException timedOut(List<LockInfo> inWay) {
    return new LockTimeoutException(lock().name(), waitAtMost, holder(inWay));
  }

  private static @Nullable Owner holder(List<LockInfo> inWay) {
    return inWay.stream()
        .map(LockInfo::hold)
        .flatMap(Optional::stream)
        .map(LockInfo.Hold::owner)
        .findFirst()
        .orElse(null);
  }
}
