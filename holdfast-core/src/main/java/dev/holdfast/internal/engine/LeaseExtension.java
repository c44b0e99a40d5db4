package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Leases that are to last for another time from now on.
 *
 * <ol>
 *   <li>The times are checked, for all of them, before any is changed.
 *   <li>Each lease is changed here. A shorter time holds at once; a longer one is believed when the
 *       store has confirmed it.
 *   <li>One renewal of all of them asks the store for the new time.
 *   <li>If the store refuses that for good, the leases get the times back that they had, so that
 *       later renewals ask for these.
 * </ol>
 */
final class LeaseExtension {
  private final List<HeldLease> leases;
  private final List<LockSettings> settings = new ArrayList<>();
  private final boolean holdsAnew;
  private final Duration time;

  LeaseExtension(
      List<HeldLease> leases, Duration lease, @Nullable Duration holdAtLeast, HoldKind kind) {
    this.leases = leases;
    this.time = Objects.requireNonNull(lease, "lease");
    this.holdsAnew = holdAtLeast != null;
    if (holdsAnew && kind != HoldKind.LEASE) {
      throw new UnsupportedOperationException(
          "asked that "
              + names()
              + " stays taken for a time at least, but holds end with a session here, which keeps a"
              + " time only if the acquire asks for it; the lease is held as before");
    }
    for (HeldLease each : leases) {
      if (holdsAnew && each.state().settings.isShared()) {
        throw new UnsupportedOperationException(
            "asked that '"
                + each.name()
                + "' stays taken for a time at least, but readers of one client share one hold,"
                + " which ends with the last of them; the lease is held as before");
      }
      LockSettings next = each.state().settings.extended(lease, holdAtLeast);
      if (next.grantMillis > each.state().hold.longestMillis) {
        throw new IllegalArgumentException(
            "asked to extend the lease of '"
                + each.name()
                + "' to "
                + Durations.text(Duration.ofMillis(next.grantMillis))
                + ", but it may last at most "
                + Durations.text(Duration.ofMillis(each.state().hold.longestMillis))
                + ": ten times the time that it was acquired with, and a minute; it is held as"
                + " before");
      }
      settings.add(next);
    }
  }

  void ask(LeaseRequests requests, NextTick tick) {
    leases.forEach(HeldLease::failUnlessHeld);
    List<LeaseState> states = leases.stream().map(HeldLease::state).toList();
    long now = requests.now();
    states.forEach(state -> failUnlessWithinMaxHold(state, now));
    List<LockSettings> before = states.stream().map(state -> state.settings).toList();
    change(states, settings, tick);
    StoreException error = requests.renewWhole(states);
    leases.forEach(HeldLease::failUnlessHeld);
    if (error != null) {
      if (!error.isTransient()) {
        change(states, before, tick);
      }
      throw new StoreException(
          "asked to extend the lease of "
              + names()
              + " to "
              + Durations.text(time)
              + ", but "
              + error.getMessage()
              + "; the lease is held until its deadline",
          error,
          error.isTransient());
    }
    if (holdsAnew) {
      states.forEach(state -> state.holdsAnewFrom(now));
    }
  }

  private void failUnlessWithinMaxHold(LeaseState state, long now) {
    if (state.settings.maxHoldNanos == Timers.NEVER) {
      return;
    }
    long left = state.maxHoldAt() - now;
    if (Durations.clamp(time).toNanos() > left) {
      throw new IllegalArgumentException(
          "asked to extend the lease of '"
              + state.name()
              + "' to "
              + Durations.text(time)
              + ", but of the "
              + Durations.text(state.settings.maxHold())
              + " that it may be held (maxHold) "
              + Durations.text(Duration.ofNanos(Math.max(0, left)))
              + " are left; it is held as before");
    }
  }

  private static void change(List<LeaseState> leases, List<LockSettings> settings, NextTick tick) {
    Effects fx = new Effects();
    for (int i = 0; i < leases.size(); i++) {
      leases.get(i).machine.extend(leases.get(i), settings.get(i), fx);
    }
    fx.perform(tick, Effects.Caller.ASYNC);
  }

  private String names() {
    List<String> names = leases.stream().map(lease -> "'" + lease.name() + "'").toList();
    return String.join(", ", names);
  }
}
