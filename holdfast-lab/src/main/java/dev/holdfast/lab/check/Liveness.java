package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * W1: after all is healed work goes on, and no name stands still while somebody waits for it, for
 * longer than a dead holder's lease, a living one's longest section, and some slack.
 */
public final class Liveness implements Check {
  private static final Duration SLACK = Duration.ofMillis(2_500);

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    long most = history.lease().multipliedBy(11).dividedBy(5).plus(SLACK).toNanos();
    boolean killed = history.first(Happening.Type.KILL) != Long.MAX_VALUE;
    Optional<Duration> recovery = new Tally(history).recovery();
    if (recovery.isPresent() ? recovery.get().toNanos() > most : !killed) {
      violations.add(
          violation(
              "work did not go on within "
                  + most / 1_000_000
                  + " ms: "
                  + recovery.map(r -> r.toMillis() + " ms").orElse("never"),
              -1,
              history.last(Happening.Type.HEAL),
              List.of()));
    }
    stalls(history, most, violations);
    return violations;
  }

  private static void stalls(History history, long most, List<Violation> violations) {
    Map<Integer, TreeSet<Long>> grants = new HashMap<>();
    for (Event e : history.events()) {
      if (e.kind() == Kind.GRANTED) {
        grants.computeIfAbsent(e.name(), name -> new TreeSet<>()).add(e.at());
      }
    }
    long heal = history.last(Happening.Type.HEAL);
    Map<Long, Event> open = new HashMap<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> open.put(e.op(), e);
        case GRANTED, NOT_GRANTED, INTERRUPTED, FAILED -> {
          Event ask = open.remove(e.op());
          long from = ask == null ? e.at() : Math.max(ask.at(), heal);
          Long next = grants.getOrDefault(e.name(), new TreeSet<>()).higher(from);
          long to = next == null ? e.at() : Math.min(next, e.at());
          if (to - from > most) {
            violations.add(
                violation(
                    "n%d: %s waited for %d ms while nobody was granted it"
                        .formatted(e.name(), Ops.text(e.op()), (to - from) / 1_000_000),
                    e.name(),
                    to,
                    List.of(e.op())));
          }
        }
        default -> {}
      }
    }
  }

  private static Violation violation(String text, int name, long at, List<Long> ops) {
    return new Violation("W1", text, name, at, ops);
  }
}
