package dev.holdfast.lab.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Sweeps each name: since when is it wanted, by one request after the other, and not granted? */
final class Stalls {
  private final History history;
  private final long most;
  private final long heal;
  private final Together together;
  private final Map<Integer, TreeSet<Long>> grants = new HashMap<>();
  private final Map<Integer, Set<Long>> waiting = new HashMap<>();
  private final Map<Integer, Long> since = new HashMap<>();

  /**
   * @param most for how long a name may stand still of which everybody who has it is at work
   */
  Stalls(History history, long most) {
    this.history = history;
    this.most = most;
    this.heal = history.last(Happening.Type.HEAL);
    this.together = new Together(history.events());
    for (Event e : history.events()) {
      if (e.kind() == Kind.GRANTED) {
        grants.computeIfAbsent(e.name(), name -> new TreeSet<>()).add(e.at());
      }
    }
  }

  void find(List<Violation> violations) {
    for (Event e : history.events()) {
      Set<Long> open = waiting.computeIfAbsent(e.name(), name -> new HashSet<>());
      switch (e.kind()) {
        case ASK -> {
          if (open.isEmpty()) {
            since.put(e.name(), Math.max(e.at(), heal));
          }
          if (!isDead(e)) {
            open.add(e.op());
          }
        }
        case GRANTED, NOT_GRANTED, INTERRUPTED, FAILED -> {
          boolean wanted = open.remove(e.op());
          boolean granted = e.kind() == Kind.GRANTED;
          long from = since.getOrDefault(e.name(), Long.MAX_VALUE);
          if (wanted && (granted || open.isEmpty()) && isTooLong(e, from)) {
            violations.add(stall(e, e.at() - from));
          }
          if (granted) {
            since.put(e.name(), Math.max(e.at(), heal));
          }
        }
        default -> {}
      }
    }
  }

  private boolean isTooLong(Event e, long from) {
    Set<Integer> after = together.after(e.name());
    return e.at() - from > most + after.size() * Liveness.heldNanos(history.lease())
        && after.stream().noneMatch(name -> wasGranted(name, from, e.at()));
  }

  private boolean wasGranted(int name, long from, long to) {
    Long next = grants.getOrDefault(name, new TreeSet<>()).higher(from);
    return next != null && next <= to;
  }

  /** Who was killed wants nothing more. */
  private boolean isDead(Event e) {
    return history.killed(Ops.client(e.op()), Ops.life(e.op())) != Long.MAX_VALUE;
  }

  private static Violation stall(Event e, long stood) {
    return Liveness.violation(
        "n%d: was wanted, at last by %s, and for %d ms granted to nobody"
            .formatted(e.name(), Ops.text(e.op()), stood / 1_000_000),
        e.name(),
        e.at(),
        List.of(e.op()));
  }
}
