package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a history into operations on the model, for each name.
 *
 * <p>Left out is what the model cannot judge: a try that failed while another request of the name
 * waited (the queue comes first) or had been given up not long before (it may be on its way); and
 * one that failed late, for a grant that comes when little of it is left is given back.
 */
final class Steps {
  private record Span(long from, long to, long op) {}

  private final History history;
  private final long linger;

  private Steps(History history) {
    this.history = history;
    this.linger = history.lease().toNanos() + 1_000_000_000;
  }

  static Map<Integer, List<Step>> of(History history) {
    return new Steps(history).steps();
  }

  private Map<Integer, List<Step>> steps() {
    Map<Integer, List<Step>> steps = new HashMap<>();
    for (Grant g : Grant.all(history)) {
      List<Step> of = steps.computeIfAbsent(g.name(), name -> new ArrayList<>());
      of.add(new Step(Step.What.GRANT, g.mode(), g.asked(), g.granted(), g.op(), g.token()));
      of.add(new Step(Step.What.END, g.mode(), g.claimed(), end(g), g.op(), 0));
    }
    Map<Integer, List<Span>> waits = waits();
    Map<Long, Event> asked = new HashMap<>();
    for (Event e : history.events()) {
      List<Step> of = steps.computeIfAbsent(e.name(), name -> new ArrayList<>());
      switch (e.kind()) {
        case ASK -> asked.put(e.op(), e);
        case ENSURED -> {
          Event ask = asked.get(e.op());
          if (ask != null) {
            of.add(new Step(Step.What.RENEW, ask.mode(), e.at(), e.b(), e.op(), 0));
          }
        }
        case NOT_GRANTED -> {
          Event ask = asked.get(e.op());
          if (ask != null && tried(ask, e) && alone(ask, e, waits.get(e.name()))) {
            of.add(new Step(Step.What.REFUSE, ask.mode(), ask.at(), e.at(), e.op(), 0));
          }
        }
        default -> {}
      }
    }
    steps.values().forEach(of -> of.sort(Comparator.comparingLong(Step::from)));
    return steps;
  }

  /** While something is wrong, a release may be confirmed by the store long after it returned. */
  private long end(Grant g) {
    boolean calm =
        g.released() < history.first(Happening.Type.INJECT)
            || g.release() > history.last(Happening.Type.HEAL) + linger;
    return calm ? g.released() : Long.MAX_VALUE;
  }

  /** When requests waited, or may have gone on in the store though they were given up. */
  private Map<Integer, List<Span>> waits() {
    Map<Long, Event> open = new HashMap<>();
    Map<Integer, List<Span>> waits = new HashMap<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> open.put(e.op(), e);
        case GRANTED -> close(open.remove(e.op()), e.at(), waits);
        case NOT_GRANTED, INTERRUPTED, FAILED -> {
          Event ask = open.remove(e.op());
          close(ask, tried(ask, e) ? e.at() : wellAfter(e.at()) + linger, waits);
        }
        default -> {}
      }
    }
    open.values().forEach(ask -> close(ask, Long.MAX_VALUE, waits));
    return waits;
  }

  /** While something is wrong, what was sent may wait for the store until all is well again. */
  private long wellAfter(long at) {
    long healed = history.last(Happening.Type.HEAL);
    boolean wrong = at >= history.first(Happening.Type.INJECT) && at < healed;
    return wrong && healed != Long.MAX_VALUE ? healed : at;
  }

  private boolean tried(@Nullable Event ask, Event end) {
    return ask != null
        && ask.a() == 0
        && end.kind() == Kind.NOT_GRANTED
        && end.at() - ask.at() < history.lease().toNanos() / 2;
  }

  private static void close(@Nullable Event ask, long to, Map<Integer, List<Span>> waits) {
    if (ask != null) {
      waits
          .computeIfAbsent(ask.name(), name -> new ArrayList<>())
          .add(new Span(ask.at(), to, ask.op()));
    }
  }

  private static boolean alone(Event ask, Event answer, @Nullable List<Span> waits) {
    return waits == null
        || waits.stream()
            .noneMatch(w -> w.op() != ask.op() && w.from() < answer.at() && w.to() > ask.at());
  }
}
