package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * W1: after all is healed work goes on, and no name stands still while somebody waits for it (one
 * request after another, if each gives up in its time), for longer than a dead holder's lease, a
 * living one's longest section, and some slack.
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

  /** Sweeps each name: since when is it wanted, by one request after the other, and not granted? */
  private static void stalls(History history, long most, List<Violation> violations) {
    long heal = history.last(Happening.Type.HEAL);
    Map<Integer, Set<Long>> waiting = new HashMap<>();
    Map<Integer, Long> since = new HashMap<>();
    for (Event e : history.events()) {
      Set<Long> open = waiting.computeIfAbsent(e.name(), name -> new HashSet<>());
      switch (e.kind()) {
        case ASK -> {
          if (open.isEmpty()) {
            since.put(e.name(), Math.max(e.at(), heal));
          }
          if (!isDead(e, history)) {
            open.add(e.op());
          }
        }
        case GRANTED, NOT_GRANTED, INTERRUPTED, FAILED -> {
          boolean wanted = open.remove(e.op());
          boolean granted = e.kind() == Kind.GRANTED;
          long stood = e.at() - since.getOrDefault(e.name(), Long.MAX_VALUE);
          if (wanted && (granted || open.isEmpty()) && stood > most) {
            violations.add(stall(e, stood));
          }
          if (granted) {
            since.put(e.name(), Math.max(e.at(), heal));
          }
        }
        default -> {}
      }
    }
  }

  /** Who was killed wants nothing more. */
  private static boolean isDead(Event e, History history) {
    return history.killed(Ops.client(e.op()), Ops.life(e.op())) != Long.MAX_VALUE;
  }

  private static Violation stall(Event e, long stood) {
    return violation(
        "n%d: was wanted, at last by %s, and for %d ms granted to nobody"
            .formatted(e.name(), Ops.text(e.op()), stood / 1_000_000),
        e.name(),
        e.at(),
        List.of(e.op()));
  }

  private static Violation violation(String text, int name, long at, List<Long> ops) {
    return new Violation("W1", text, name, at, ops);
  }
}
