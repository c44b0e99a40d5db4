package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SERVED: however many clients want one name, none of them goes without a grant for long, and none
 * is told that the store was too busy.
 */
public final class Served implements Check {
  private static final Duration LONGEST = Duration.ofSeconds(12);

  @Override
  public List<Violation> violations(History history) {
    List<Violation> violations = new ArrayList<>();
    long end = history.first(Happening.Type.END);
    Map<Integer, Long> since = new HashMap<>();
    for (Event e : history.events()) {
      int client = Ops.client(e.op());
      switch (e.kind()) {
        case ASK -> since.putIfAbsent(client, e.at());
        case GRANTED -> {
          look(client, since.getOrDefault(client, e.at()), e.at(), violations);
          since.put(client, e.at());
        }
        case FAILED -> {
          if (e.at() < end) {
            violations.add(violation(client, e.at(), "was told: " + history.text(e)));
          }
        }
        default -> {}
      }
    }
    since.forEach((client, last) -> look(client, last, end, violations));
    return violations;
  }

  private static void look(int client, long from, long to, List<Violation> violations) {
    if (to - from > LONGEST.toNanos()) {
      violations.add(
          violation(client, to, "was granted nothing for " + (to - from) / 1_000_000 + " ms"));
    }
  }

  private static Violation violation(int client, long at, String text) {
    return new Violation("SERVED", "c" + client + " " + text, -1, at, List.of());
  }
}
