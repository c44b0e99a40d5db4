package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes histories for tests, in milliseconds, of the name 0 unless another one is named. */
final class Story {
  private static final long MILLI = 1_000_000;

  private final List<Event> events = new ArrayList<>();
  private final List<Happening> happenings = new ArrayList<>();
  private final Map<Integer, List<Register.Entry>> entries = new HashMap<>();
  private int name;

  static long op(int client, int number) {
    return Ops.of(client, 0, 0, number);
  }

  /** What follows is of this name. */
  Story on(int name) {
    this.name = name;
    return this;
  }

  /** Asked, and not answered. */
  Story asked(long op, long at) {
    return asked(op, at, Want.WRITE);
  }

  private Story asked(long op, long at, Want want) {
    return event(at, Kind.ASK, op, 0, 1_000 * MILLI, Event.manner('b', want));
  }

  /** Asked to read, granted and promised until. */
  Story reading(long op, long asked, long granted, long token, long until) {
    return granted(op, Want.READ, asked, granted, token, until);
  }

  /** Asked for this, granted and promised until. */
  Story granted(long op, Want want, long asked, long granted, long token, long until) {
    asked(op, asked, want);
    return event(granted, Kind.GRANTED, op, token, (until - granted) * MILLI, 0);
  }

  /** Asked, granted and promised until. */
  Story granted(long op, long asked, long granted, long token, long until) {
    asked(op, asked);
    return event(granted, Kind.GRANTED, op, token, (until - granted) * MILLI, 0);
  }

  /** Who holds becomes a reader, or the writer. */
  Story changed(long from, long op, Want want, long begun, long granted, long token, long until) {
    event(begun, Kind.RELEASE, from, 0, 0, 0);
    event(begun, Kind.CHANGE, from, 0, want.equals(Want.READ) ? 1 : 0, 0);
    event(begun, Kind.ASK, op, 0, 0, Event.manner(Event.CHANGED, want));
    event(granted, Kind.RELEASED, from, 0, 0, 0);
    return event(granted, Kind.GRANTED, op, token, (until - granted) * MILLI, from);
  }

  Story released(long op, long from, long to) {
    event(from, Kind.RELEASE, op, 0, 0, 0);
    return event(to, Kind.RELEASED, op, 0, 0, 0);
  }

  Story held(long op, long at, long until) {
    return event(at, Kind.HELD, op, 0, (until - at) * MILLI, at * MILLI);
  }

  Story notHeld(long op, long at) {
    return event(at, Kind.NOT_HELD, op, 0, 0, at * MILLI);
  }

  /** Told that it is lost. */
  Story told(long op, long at) {
    return event(at, Kind.TOLD, op, 0, 0, 0);
  }

  /** A client's process did not run. */
  Story stood(int client, long from, long to) {
    return event(to, Kind.STOOD, op(client, 0), 0, (to - from) * MILLI, 0);
  }

  Story renewed(long op, long from, long to) {
    return event(from, Kind.ENSURED, op, 0, 0, to * MILLI);
  }

  /** A try that found the name taken. */
  Story refused(long op, long from, long to) {
    return refused(op, from, to, Want.WRITE);
  }

  Story refused(long op, long from, long to, Want want) {
    event(from, Kind.ASK, op, 0, 0, Event.manner('b', want));
    return event(to, Kind.NOT_GRANTED, op, 0, 0, 0);
  }

  /** It is not known what became of it. */
  Story failed(long op, long from, long to) {
    asked(op, from);
    return event(to, Kind.FAILED, op, 0, 0, 0);
  }

  /** The number of permits was changed; or nothing was held or waited for, so that it was not. */
  Story resized(long op, long from, long to, int size, boolean changed) {
    event(from, Kind.RESIZE, op, 0, size, 0);
    return event(to, Kind.RESIZED, op, 0, changed ? 1 : 0, 0);
  }

  /** The number of permits was changed, or not. */
  Story perhapsResized(long op, long from, long to, int size) {
    event(from, Kind.RESIZE, op, 0, size, 0);
    return event(to, Kind.RESIZE_FAILED, op, 0, 0, 0);
  }

  /** An observer of an election begins. */
  Story observes(long op, long at) {
    return event(at, Kind.OBSERVE, op, 0, 0, 0);
  }

  /** It is told of a term, or 0, and of the data of a client, or -1. */
  Story seen(long op, long at, long term, int client) {
    return event(at, Kind.SEEN, op, term, client, 0);
  }

  /** A client begins to close. */
  Story closes(int client, long at) {
    return event(at, Kind.CLOSE, op(client, 0), 0, 0, 0);
  }

  /** A look of a reader at the resource. */
  Story read(long op, long at, long value) {
    return took(new Register.Entry(at * MILLI, Register.What.READ, op, 0, value));
  }

  Story wrote(long op, long at, long token, long value) {
    took(new Register.Entry(at * MILLI, Register.What.CONTACT, op, token, value - 1));
    return took(new Register.Entry(at * MILLI, Register.What.WRITE, op, token, value));
  }

  private Story took(Register.Entry entry) {
    entries.computeIfAbsent(name, n -> new ArrayList<>()).add(entry);
    return this;
  }

  Story happened(long at, Happening.Type type, int client) {
    happenings.add(new Happening(at * MILLI, type, client, type.toString()));
    return this;
  }

  private Story event(long at, Kind kind, long op, long token, long a, long b) {
    events.add(new Event(at * MILLI, kind, op, name, token, a, b));
    return this;
  }

  History history() {
    return History.of(events, entries, happenings, Map.of(), Duration.ofMillis(300));
  }

  /** What a check finds in it. */
  List<Violation> by(Check check) {
    return check.violations(history());
  }
}
