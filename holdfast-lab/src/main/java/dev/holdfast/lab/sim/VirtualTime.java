package dev.holdfast.lab.sim;

import java.util.PriorityQueue;

/** The one clock of a run and everything that is going to happen, in order. */
final class VirtualTime {
  static final long MICRO = 1_000L;
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long made;
  private long happened;

  /** Nanoseconds since the run began. */
  long now() {
    return now;
  }

  /** How many events have happened. */
  long happened() {
    return happened;
  }

  /** Plans an event; events of one instant happen in the order in which they were planned. */
  Event at(long nanos, Runnable action) {
    Event event = new Event(action);
    put(event, nanos);
    return event;
  }

  /** Plans an event that is happening now for another instant. */
  void put(Event event, long nanos) {
    event.at = Math.max(nanos, now);
    event.order = made++;
    events.add(event);
  }

  /** When the next event happens, or {@code Long.MAX_VALUE} if none will. */
  long nextAt() {
    Event next = events.peek();
    while (next != null && next.cancelled) {
      events.remove();
      next = events.peek();
    }
    return next == null ? Long.MAX_VALUE : next.at;
  }

  /** Lets the next event happen; returns false if there is none. */
  boolean step() {
    if (nextAt() == Long.MAX_VALUE) {
      return false;
    }
    Event next = events.remove();
    now = next.at;
    happened++;
    next.action.run();
    return true;
  }

  /** Moves on to an instant before which nothing happens. */
  void passTo(long nanos) {
    if (nanos > now && nanos <= nextAt()) {
      now = nanos;
    }
  }

  /** Something that is going to happen. */
  static final class Event implements Comparable<Event> {
    private final Runnable action;
    private long at;
    private long order;
    private boolean cancelled;

    private Event(Runnable action) {
      this.action = action;
    }

    void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
