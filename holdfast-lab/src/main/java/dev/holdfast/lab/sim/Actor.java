package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.VirtualTime.Event;

/**
 * The process of one client: its machine's clock, its pauses, its death. Whatever happens to it is
 * an event that waits while it is paused and never comes once it is dead.
 */
final class Actor {
  final int slot;
  final String name;
  final Dice dice;

  private final VirtualTime time;
  private final long clockAhead;
  private final int driftPpm;
  private Runnable lastWill = () -> {};
  private boolean dead;
  private boolean closed;
  private long pausedUntil;
  private long lateUntil = Long.MIN_VALUE / 2;

  /**
   * @param life how many lived in this slot before it
   */
  Actor(Plan plan, int slot, int life, VirtualTime time) {
    this.slot = slot;
    this.name = "c" + (slot + 1) + "x".repeat(life);
    this.time = time;
    this.dice = new Dice(plan.seed(), 100 + slot + 10L * life);
    this.clockAhead = dice.between(0, 1_000 * VirtualTime.SECOND);
    int drift = plan.shape().driftPpm();
    this.driftPpm = (int) dice.between(-drift, drift);
  }

  long now() {
    return time.now();
  }

  // ---- its clock ----

  /** What its own monotonic clock says. */
  long localNow() {
    return local(time.now());
  }

  private long local(long nanos) {
    return clockAhead + nanos + nanos * driftPpm / 1_000_000;
  }

  /** When its clock will say so, rounded up. */
  long whenLocal(long localNanos) {
    long elapsed = localNanos - clockAhead;
    if (elapsed <= 0) {
      return 0;
    }
    long guess = (long) (elapsed / (1 + driftPpm / 1e6));
    while (local(guess) < localNanos) {
      guess++;
    }
    while (guess > 0 && local(guess - 1) >= localNanos) {
      guess--;
    }
    return guess;
  }

  // ---- what happens to it ----

  /** Plans something that happens to it, or that it does. */
  Event at(long nanos, Runnable action) {
    Event[] event = new Event[1];
    event[0] =
        time.at(
            nanos,
            () -> {
              if (dead) {
                return;
              }
              if (time.now() < pausedUntil) {
                time.put(event[0], pausedUntil);
                return;
              }
              action.run();
            });
    return event[0];
  }

  Event after(long nanos, Runnable action) {
    return at(time.now() + nanos, action);
  }

  void pauseUntil(long nanos) {
    pausedUntil = Math.max(pausedUntil, nanos);
  }

  void onDeath(Runnable what) {
    lastWill = what;
  }

  void die() {
    dead = true;
    lastWill.run();
  }

  void closed() {
    closed = true;
  }

  /** Whether it still is a client: neither dead nor closed. */
  boolean isLive() {
    return !dead && !closed;
  }

  boolean isDead() {
    return dead;
  }

  boolean isPaused() {
    return time.now() < pausedUntil;
  }

  /** Notes that it may not do its work in time until then. */
  void lateUntil(long nanos) {
    lateUntil = Math.max(lateUntil, nanos);
  }

  /** Whether it has done its work in time for so long. */
  boolean isPromptFor(long nanos) {
    return isLive()
        && !isPaused()
        && time.now() - pausedUntil > nanos
        && time.now() - lateUntil > nanos;
  }

  @Override
  public String toString() {
    return name;
  }
}
