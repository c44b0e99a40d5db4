package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns a history into operations on the model, for each name.
 *
 * <p>Left out is what the model cannot judge: a try that failed while another request of the name
 * waited (the queue comes first) or had been given up not long before (it may be on its way); and
 * one that failed late, for a grant that comes when little of it is left is given back; one beside
 * a change of the number of permits. Permits are granted of as many as there may have been then; if
 * they are passed on, since then.
 */
final class Steps {
  private final History history;
  private final Spans spans;
  private final Sizes sizes;

  private Steps(History history) {
    this.history = history;
    this.spans = new Spans(history);
    this.sizes = new Sizes(history, spans);
  }

  static Map<Integer, List<Step>> of(History history) {
    return new Steps(history).steps();
  }

  private Map<Integer, List<Step>> steps() {
    Map<Integer, List<Step>> steps = new HashMap<>();
    List<Grant> grants = Grant.all(history);
    Set<Long> changed = grants.stream().map(Grant::former).collect(Collectors.toSet());
    for (Grant g : grants) {
      List<Step> of = steps.computeIfAbsent(g.name(), name -> new ArrayList<>());
      of.add(beginning(g));
      if (!changed.contains(g.op())) {
        of.add(new Step(Step.What.END, g.want(), ended(g), end(g), g.op(), 0));
      }
    }
    Map<Long, Event> asked = new HashMap<>();
    for (Event e : history.events()) {
      List<Step> of = steps.computeIfAbsent(e.name(), name -> new ArrayList<>());
      switch (e.kind()) {
        case ASK -> asked.put(e.op(), e);
        case ENSURED -> {
          Event ask = asked.get(e.op());
          if (ask != null) {
            of.add(new Step(Step.What.RENEW, ask.want(), e.at(), e.b(), e.op(), 0));
          }
        }
        case NOT_GRANTED -> {
          Event ask = asked.get(e.op());
          if (ask != null && spans.tried(ask, e) && isKnown(ask, e)) {
            of.add(new Step(Step.What.REFUSE, ask.want(), ask.at(), e.at(), e.op(), 0));
          }
        }
        default -> {}
      }
    }
    steps.values().forEach(of -> of.sort(Comparator.comparingLong(Step::from)));
    return steps;
  }

  private Step beginning(Grant g) {
    Step.What what = g.former() == 0 ? Step.What.GRANT : Step.What.CHANGE;
    boolean counted = g.mode() == Mode.COUNTED;
    Want want = counted ? g.want().of(sizes.most(g)) : g.want();
    return new Step(what, want, g.asked(), g.granted(), g.op(), g.token(), g.former());
  }

  /** From when on its end is possible: if it claimed nothing it may have ended at any moment. */
  private static long ended(Grant g) {
    return g.claimed() > g.granted() ? g.claimed() : g.asked();
  }

  /** While something is wrong, a release may be confirmed by the store long after it returned. */
  private long end(Grant g) {
    boolean calm =
        g.released() < history.first(Happening.Type.INJECT)
            || g.release() > history.last(Happening.Type.HEAL) + spans.linger();
    return calm ? g.released() : Long.MAX_VALUE;
  }

  private boolean isKnown(Event ask, Event answer) {
    return !sizes.mayChange(ask.name(), ask.at(), answer.at()) && alone(ask, answer);
  }

  private boolean alone(Event ask, Event answer) {
    return spans.wanted(ask.name()).stream()
        .noneMatch(w -> w.op() != ask.op() && w.overlaps(ask.at(), answer.at()));
  }
}
