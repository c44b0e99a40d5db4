package dev.holdfast.internal.engine;

import dev.holdfast.ClientStatistics;
import dev.holdfast.LeaseInfo;
import dev.holdfast.StoreException;
import dev.holdfast.WaitInfo;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LeaseCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client has now, name by name: each name machine adds its part under its own lock. For one
 * thread.
 */
final class Census {
  private final long now;
  private final List<LeaseInfo> leases = new ArrayList<>();
  private final List<WaitInfo> waits = new ArrayList<>();
  private int waiting;
  private int pendingReleases;

  Census(long now) {
    this.now = now;
  }

  /** Requests wait for a name, or none does. */
  void waiting(String name, WaitQueue waiters) {
    Waiter first = waiters.first();
    if (first != null) {
      waiting += waiters.size();
      waits.add(
          new WaitInfo(
              name,
              waiters.size(),
              Duration.ofNanos(Math.max(0, now - first.enqueuedAt)),
              Optional.ofNullable(waiters.trouble()).map(StoreException::getMessage)));
    }
  }

  /** An attempt is being ended. */
  void ending(@Nullable Attempt attempt) {
    pendingReleases += attempt == null ? 0 : 1;
  }

  /** These leases have the use of a hold. */
  public void leases(String name, @Nullable HoldUse present) {
    if (present != null) {
      present.leases.forEach(lease -> leases.add(info(name, present.hold, lease)));
    }
  }

  private LeaseInfo info(String name, Hold hold, LeaseState lease) {
    return new LeaseInfo(
        name,
        lease.token,
        lease.settings.isShared(),
        lease.permits(),
        Duration.ofNanos(Math.max(0, now - lease.grantedAt)),
        Duration.ofNanos(Math.max(0, hold.deadline() - now)),
        hold.jeopardy() != null,
        lease.acquiredAt == null ? List.of() : List.of(lease.acquiredAt.getStackTrace()));
  }

  /** All leases, in no particular order. */
  public List<LeaseInfo> leases() {
    return List.copyOf(leases);
  }

  /** What requests wait for, in no particular order. */
  List<WaitInfo> waits() {
    return List.copyOf(waits);
  }

  ClientStatistics statistics(int openSessions, LeaseCounters counted, long droppedEvents) {
    return new ClientStatistics(
        leases.size(),
        waiting,
        (int) leases.stream().filter(LeaseInfo::inJeopardy).count(),
        pendingReleases,
        openSessions,
        counted.allGranted(),
        counted.allLent(),
        counted.allLost(),
        droppedEvents);
  }
}
