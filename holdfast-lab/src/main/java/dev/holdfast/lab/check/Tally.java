package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The figures of a history. */
public final class Tally {
  private static final long WINDOW_NANOS = 1_000_000_000;

  private final History history;
  private final Together together;

  public Tally(History history) {
    this.history = history;
    this.together = new Together(history.events());
  }

  /** How many critical sections were gone through. */
  public int sections() {
    return (int) history.events().stream().filter(this::endsSection).count();
  }

  /** Several names at once are one section. */
  private boolean endsSection(Event e) {
    return e.kind() == Kind.RELEASE && !together.isFurther(e.op());
  }

  /** Sections a second in the last second before the fault: processes that begin are slow. */
  public double before() {
    long inject = history.first(Happening.Type.INJECT);
    return rate(inject - WINDOW_NANOS, inject);
  }

  /** Sections a second after it, from the first grant on. */
  public double after() {
    long heal = history.last(Happening.Type.HEAL);
    return firstGrantAfter(heal)
        .map(grant -> rate(grant, history.first(Happening.Type.END)))
        .orElse(0.0);
  }

  private double rate(long from, long to) {
    long count =
        history.events().stream()
            .filter(e -> endsSection(e) && e.at() >= from && e.at() < to)
            .count();
    return count * 1e9 / Math.max(1, to - from);
  }

  /**
   * From when all was well again (or, if clients were killed, from the first kill) to the next
   * grant: of any name; after a kill, of the last of the names that the dead had held. A name is
   * left out if who has it may be waiting for another one, or who was granted it next had.
   */
  public Optional<Duration> recovery() {
    long kill = history.first(Happening.Type.KILL);
    if (kill == Long.MAX_VALUE) {
      long heal = history.last(Happening.Type.HEAL);
      return firstGrantAfter(heal).map(at -> Duration.ofNanos(at - heal));
    }
    return Grant.all(history).stream()
        .filter(dead -> dead.claimed() == kill)
        .flatMap(dead -> nextOf(dead.name(), kill).stream())
        .filter(next -> next.asked() < kill + history.lease().toNanos())
        .map(Grant::granted)
        .max(Long::compare)
        .map(at -> Duration.ofNanos(at - kill));
  }

  private Optional<Grant> nextOf(int name, long after) {
    return Grant.all(history).stream()
        .filter(g -> g.name() == name && g.granted() > after)
        .findFirst()
        .filter(g -> g.want().isAlone() && together.after(name).isEmpty());
  }

  private Optional<Long> firstGrantAfter(long time) {
    return history.events().stream()
        .filter(e -> e.kind() == Kind.GRANTED && e.at() > time)
        .map(Event::at)
        .findFirst();
  }

  /** By how much a timed request took longer than it was given, at most. */
  public Duration overrun() {
    Map<Long, Long> due = new HashMap<>();
    long most = 0;
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> {
          if (e.way() != 'u') {
            due.put(e.op(), e.at() + e.a());
          }
        }
        case GRANTED, NOT_GRANTED, FAILED, INTERRUPTED -> {
          Long then = due.remove(e.op());
          most = then == null ? most : Math.max(most, e.at() - then);
        }
        default -> {}
      }
    }
    return Duration.ofNanos(most);
  }
}
