package dev.holdfast.lab.sim;

import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a thread that holds changes its lease: gives it another time, or gives a part of its permits
 * back. (Rules R4 and N6, and what the methods promise.)
 */
final class LeaseChange {
  private static final int EXTENDS_PERCENT = 30;
  private static final int KEEPS_TAKEN_PERCENT = 30;
  private static final int IN_PARTS_PERCENT = 90;
  private static final long LONGEST_PAUSE = 100 * VirtualTime.MILLI;
  private static final long SHORTEST_LEASE_MILLIS = 150;
  private static final long LEAST_MARGIN = 10 * VirtualTime.MILLI;

  /** The store counts in milliseconds. */
  private static final long ROUNDING = 2 * VirtualTime.MILLI;

  private final Run run;
  private final Request request;
  private final Interrupts interrupts;

  /** Of its own, so that what else a thread does is the same with and without this. */
  private final Dice dice;

  LeaseChange(Run run, Request request, Interrupts interrupts) {
    this.run = run;
    this.request = request;
    this.interrupts = interrupts;
    this.dice = new Dice(run.plan.seed(), 1_000_000L + request.step.number());
  }

  /** For how long a thread holds before it makes a change. */
  long pauseNanos() {
    return dice.mostlySmall(0, LONGEST_PAUSE);
  }

  boolean wantsOtherTime() {
    return dice.chance(EXTENDS_PERCENT);
  }

  /** Permits that must stay taken are given back together. */
  boolean wantsFewerPermits(Section section) {
    return section.permits > 1
        && request.step.options().holdAtLeast().isZero()
        && dice.chance(IN_PARTS_PERCENT);
  }

  // ---- another time ----

  void extend(Section section) {
    Duration time = time();
    Duration atLeast = mayStayTaken(section) && dice.chance(KEEPS_TAKEN_PERCENT) ? delay() : null;
    run.trace.add(
        section.actor.name,
        () -> "extends " + section + " to " + time.toMillis() + " ms, to stay taken: " + atLeast);
    long begun = run.time.now();
    long local = section.actor.localNow();
    @Nullable RuntimeException error = null;
    run.checks.extending(section);
    interrupts.enter();
    try {
      if (atLeast == null) {
        section.lease.extend(time);
      } else {
        section.lease.extend(time, atLeast);
      }
    } catch (LeaseLostException
        | StoreException
        | IllegalStateException
        | IllegalArgumentException thrown) {
      error = thrown;
    }
    interrupts.leave("extend()");
    Duration left = section.lease.remaining();
    long passed = section.actor.localNow() - local;
    run.checks.extended(section);
    if (error != null) {
      checkError(section, left, error);
      return;
    }
    if (left.toNanos() < time.toNanos() - margin(section, time) - passed - ROUNDING) {
      run.findings.add(
          "R4", section + " was extended to " + time + ", but only " + left + " is left");
    }
    if (section.isAlone() && left.compareTo(longest(time, atLeast)) > 0) {
      run.findings.add("R4", section + " is to last for " + time + ", but " + left + " is left");
    }
    if (atLeast != null) {
      // By a clock that may run fast.
      section.takenUntil = begun + atLeast.toNanos() - atLeast.toNanos() / 100;
    }
  }

  /** Within what the simulation waits for, in the end. */
  private Duration time() {
    LockOptions options = request.step.options();
    long least =
        Math.max(SHORTEST_LEASE_MILLIS, 2 * options.margin().orElse(Duration.ZERO).toMillis() + 2);
    long most = Math.min(PlanMaker.LONGEST_LEASE_MILLIS, 3 * options.lease().toMillis());
    return Duration.ofMillis(dice.between(Math.min(least, most), most));
  }

  /** Who becomes a reader shares a hold, which does not stay taken. */
  private boolean mayStayTaken(Section section) {
    return section.step.side() == Step.Side.MUTEX;
  }

  private Duration delay() {
    return Duration.ofMillis(dice.between(10, PlanMaker.LONGEST_HOLD_AT_LEAST_MILLIS));
  }

  /** A hold that must stay taken for longer is asked for as long. */
  private Duration longest(Duration time, @Nullable Duration atLeast) {
    Duration taken = atLeast == null ? request.step.options().holdAtLeast() : atLeast;
    return time.compareTo(taken) < 0 ? taken : time;
  }

  /** Readers of one client share a hold, and its deadline keeps the margin of the longest lease. */
  private long margin(Section section, Duration time) {
    Duration own = request.step.options().margin().orElse(time.dividedBy(50));
    Stream<Duration> others =
        section.isAlone()
            ? Stream.of()
            : run.plan.steps().stream().flatMap(step -> step.options().margin().stream());
    return Stream.concat(Stream.of(own), others)
        .mapToLong(Duration::toNanos)
        .reduce(LEAST_MARGIN, Math::max);
  }

  private void checkError(Section section, Duration left, RuntimeException error) {
    run.trace.add(section.actor.name, () -> section + " is not extended: " + error.getMessage());
    boolean expected =
        (error instanceof LeaseLostException && left.isZero())
            || (error instanceof StoreException && !run.plan.isGentle())
            || (error instanceof IllegalStateException && !request.actor.isLive())
            || (error instanceof IllegalArgumentException
                && request.step.options().maxHold().isPresent());
    if (!expected) {
      run.findings.add("R4", "extend() of " + section + ", with " + left + " left, threw " + error);
    }
  }

  // ---- fewer permits ----

  void giveBackAPart(Section section) {
    int part = (int) dice.between(1, section.permits - 1L);
    run.trace.add(section.actor.name, () -> "gives " + part + " back of " + section);
    // It uses them no more, whatever it is told.
    section.permits -= part;
    @Nullable RuntimeException error = null;
    interrupts.enter();
    try {
      section.lease.release(part);
    } catch (StoreException | IllegalStateException thrown) {
      error = thrown;
    }
    interrupts.leave("release(int)");
    if (error != null && request.actor.isLive()) {
      run.findings.add("N6", "release(" + part + ") of " + section + " threw " + error);
    }
    if (section.lease.isHeld() && section.lease.permits() != section.permits) {
      run.findings.add("N6", section + " has " + section.lease.permits() + " permits in its lease");
    }
    run.checks.gaveAPartBack(section);
  }
}
