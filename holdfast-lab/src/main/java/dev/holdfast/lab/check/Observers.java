package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * E1: an observer of an election is told of leaders that there were, each with the data that it
 * campaigned with and not before it did; of one after the other, so that terms grow; and while
 * nothing is wrong, soon of something else when the leader it was told of leads no more.
 */
public final class Observers implements Check {
  /** Looks are a tenth of a second apart; a busy machine does not let each thread run at once. */
  private static final long SOON_NANOS = Duration.ofSeconds(2).toNanos();

  private final boolean exclusive;
  private final boolean well;

  /**
   * @param exclusive where not, a store that lost its data may have leaders that do not know of
   *     each other, and only the data is judged
   * @param well whether nothing was wrong at any time
   */
  public Observers(boolean exclusive, boolean well) {
    this.exclusive = exclusive;
    this.well = well;
  }

  @Override
  public List<Violation> violations(History history) {
    Map<Integer, Map<Long, Grant>> terms = new HashMap<>();
    for (Grant g : Grant.all(history)) {
      terms.computeIfAbsent(g.name(), name -> new HashMap<>()).put(g.token(), g);
    }
    Map<Long, List<Event>> told = new HashMap<>();
    for (Event e : history.events()) {
      if (e.kind() == Kind.OBSERVE || e.kind() == Kind.SEEN) {
        told.computeIfAbsent(e.op(), op -> new ArrayList<>()).add(e);
      }
    }
    List<Violation> violations = new ArrayList<>();
    told.values()
        .forEach(
            of -> look(of, terms.getOrDefault(of.get(0).name(), Map.of()), history, violations));
    return violations;
  }

  private void look(
      List<Event> told, Map<Long, Grant> terms, History history, List<Violation> violations) {
    long latest = 0;
    long end = end(told.get(0), history);
    for (int i = 0; i < told.size(); i++) {
      Event e = told.get(i);
      if (e.kind() == Kind.SEEN && e.token() != 0) {
        trueOf(e, terms.get(e.token()), history, violations);
        if (exclusive && e.token() <= latest) {
          violations.add(violation(e, "was told of it after it had been of term " + latest));
        }
        latest = Math.max(latest, e.token());
      }
      if (exclusive) {
        long next = i + 1 < told.size() ? told.get(i + 1).at() : Long.MAX_VALUE;
        goesOn(e, Math.min(next, end), terms, history, violations);
      }
    }
  }

  private static void trueOf(
      Event e, @Nullable Grant term, History history, List<Violation> violations) {
    if (e.a() < 0) {
      violations.add(violation(e, "was told of data that nobody campaigned with"));
    } else if (term != null && Ops.client(term.op()) != e.a()) {
      violations.add(
          violation(
              e,
              "was told of the data of client %d, but it is of %s"
                  .formatted(e.a(), Ops.text(term.op()))));
    } else if (term != null && !hadAsked(term, e, history)) {
      violations.add(violation(e, "was told of it before " + Ops.text(term.op()) + " asked"));
    }
  }

  /**
   * Whether this leader's client had campaigned for the name by then: not necessarily by the
   * request that got the term, as candidates of a client publish the same, and one takes the place
   * of another that has left.
   */
  private static boolean hadAsked(Grant term, Event told, History history) {
    return history.events().stream()
        .anyMatch(
            e ->
                e.kind() == Kind.ASK
                    && e.name() == told.name()
                    && e.at() <= told.at()
                    && Ops.sameClient(e.op(), term.op()));
  }

  /** Looks at when it was told of something else, or ended, since this was known to be over. */
  private void goesOn(
      Event e, long end, Map<Long, Grant> terms, History history, List<Violation> violations) {
    long from = Math.max(e.at(), over(e, terms));
    if (!well && end >= history.first(Happening.Type.INJECT)) {
      from = Math.max(from, wellAgain(history));
    }
    boolean late = end - from > SOON_NANOS;
    if (late && end - from - history.stood(e.op(), from, end) > SOON_NANOS) {
      violations.add(
          violation(
              e,
              "was told of nothing else for %d ms after that was over"
                  .formatted((end - from) / 1_000_000)));
    }
  }

  /** A while after all was healed, if it was. */
  private static long wellAgain(History history) {
    long heal = history.last(Happening.Type.HEAL);
    return heal == Long.MAX_VALUE ? heal : heal + history.lease().toNanos() + 1_000_000_000;
  }

  /** Since when it is not true any more: there is a later leader. What began is true of nobody. */
  private static long over(Event e, Map<Long, Grant> terms) {
    if (e.kind() == Kind.OBSERVE) {
      return e.at();
    }
    return e.token() == 0
        ? Long.MAX_VALUE
        : terms.values().stream()
            .filter(g -> g.token() > e.token())
            .mapToLong(Grant::granted)
            .min()
            .orElse(Long.MAX_VALUE);
  }

  /**
   * When an observer ends that began with this: at the first close of its client from then on. It
   * may be told of a leader once more while that goes on.
   */
  private static long end(Event began, History history) {
    long end =
        Math.min(
            history.killed(Ops.client(began.op()), Ops.life(began.op())),
            history.first(Happening.Type.END));
    for (Event close : history.closes()) {
      if (Ops.sameClient(close.op(), began.op()) && close.at() >= began.at()) {
        end = Math.min(end, close.at());
      }
    }
    return end;
  }

  private static Violation violation(Event e, String text) {
    return new Violation(
        "E1",
        "n%d, term %d: observer %s %s".formatted(e.name(), e.token(), Ops.text(e.op()), text),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
