package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From when to when requests may have waited in the store, or changed something there: also after
 * they were given up.
 */
final class Spans {
  /** The end is the end of time if it is not known. */
  record Span(long from, long to, long op) {
    boolean overlaps(long begin, long end) {
      return from < end && to > begin;
    }
  }

  private final History history;
  private final long linger;
  private final Map<Integer, List<Span>> waits;
  private final Map<Integer, List<Span>> grants = new HashMap<>();

  Spans(History history) {
    this.history = history;
    this.linger = history.lease().toNanos() + 1_000_000_000;
    this.waits = waits();
    for (Grant g : Grant.all(history)) {
      add(grants, g.name(), new Span(g.asked(), g.released(), g.op()));
    }
  }

  /** For how long after all is well again something that was given up may go on. */
  long linger() {
    return linger;
  }

  /** When requests of a name waited, or may have gone on in the store though they were given up. */
  List<Span> wanted(int name) {
    return waits.getOrDefault(name, List.of());
  }

  /** The same, and when they held it. */
  List<Span> wantedOrHeld(int name) {
    List<Span> both = new ArrayList<>(wanted(name));
    both.addAll(grants.getOrDefault(name, List.of()));
    return both;
  }

  private Map<Integer, List<Span>> waits() {
    Map<Long, Event> open = new HashMap<>();
    Map<Integer, List<Span>> found = new HashMap<>();
    Map<Long, Event> changing = new HashMap<>();
    Set<Long> holds = new HashSet<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> open.put(e.op(), e);
        case GRANTED -> {
          Event ask = open.remove(e.op());
          boolean lent = !holds.add(Grant.stamp(e.token()));
          // Of permits, what it had asked the store for may still be on its way.
          boolean goesOn = lent && ask != null && ask.want().mode() == Mode.COUNTED;
          close(ask, goesOn ? goneAfter(e.at()) : e.at(), found);
        }
        case CHANGE -> changing.put(e.op(), e);
        // A writer has become a reader before the store knows it.
        case STAYED, CHANGE_FAILED, RELEASED -> {
          Event change = changing.remove(e.op());
          boolean known = e.kind() != Kind.CHANGE_FAILED && change != null && change.a() == 0;
          close(change, known ? e.at() : goneAfter(e.at()), found);
        }
        case NOT_GRANTED, INTERRUPTED, FAILED -> {
          Event ask = open.remove(e.op());
          close(ask, tried(ask, e) ? e.at() : goneAfter(e.at()), found);
        }
        default -> {}
      }
    }
    changing.values().forEach(change -> close(change, Long.MAX_VALUE, found));
    open.values().forEach(ask -> close(ask, Long.MAX_VALUE, found));
    return found;
  }

  /** While something is wrong, what was sent may wait for the store until all is well again. */
  long wellAfter(long at) {
    long healed = history.last(Happening.Type.HEAL);
    boolean wrong = at >= history.first(Happening.Type.INJECT) && at < healed;
    return wrong && healed != Long.MAX_VALUE ? healed : at;
  }

  /** When what was given up then is surely over. */
  long goneAfter(long at) {
    return wellAfter(at) + linger;
  }

  /**
   * Whether it was a mere try of one name, which was answered: of several, some may be given back.
   */
  boolean tried(@Nullable Event ask, Event end) {
    return ask != null
        && ask.want().isAlone()
        && ask.a() == 0
        && end.kind() == Kind.NOT_GRANTED
        && end.at() - ask.at() < history.lease().toNanos() / 2;
  }

  private static void close(@Nullable Event ask, long to, Map<Integer, List<Span>> found) {
    if (ask != null) {
      add(found, ask.name(), new Span(ask.at(), to, ask.op()));
    }
  }

  private static void add(Map<Integer, List<Span>> to, int name, Span span) {
    to.computeIfAbsent(name, n -> new ArrayList<>()).add(span);
  }
}
