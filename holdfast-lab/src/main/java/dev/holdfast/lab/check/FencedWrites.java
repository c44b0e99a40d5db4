package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * C1, looked at where it counts: the guarded resource took nothing from a grant after it had taken
 * something from one that certainly came later, and no update that it acknowledged is lost.
 */
public final class FencedWrites implements Check {
  @Override
  public List<Violation> violations(History history) {
    Map<Long, Grant> grants = new HashMap<>();
    Grant.all(history).forEach(grant -> grants.put(grant.op(), grant));
    List<Violation> violations = new ArrayList<>();
    history.register().forEach((name, entries) -> look(name, entries, grants, violations));
    return violations;
  }

  private static void look(
      int name, List<Register.Entry> entries, Map<Long, Grant> grants, List<Violation> violations) {
    Grant latest = null;
    long value = 0;
    long writer = 0;
    for (Register.Entry entry : entries) {
      Grant grant = grants.get(entry.op());
      if (grant != null) {
        if (latest != null && latest.asked() > grant.granted()) {
          violations.add(stale(name, entry, latest));
        }
        latest = latest == null || grant.asked() > latest.asked() ? grant : latest;
      }
      if (entry.write()) {
        if (entry.value() != value + 1) {
          violations.add(lost(name, entry, value, writer));
        }
        value = entry.value();
        writer = entry.op();
      }
    }
  }

  private static Violation stale(int name, Register.Entry entry, Grant latest) {
    return new Violation(
        "C1",
        "n%d: the resource took %s of %s after it had seen %s, which was granted later"
            .formatted(
                name,
                entry.write() ? "a write" : "the first contact",
                Ops.text(entry.op()),
                Ops.text(latest.op())),
        name,
        entry.at(),
        List.of(latest.op(), entry.op()));
  }

  private static Violation lost(int name, Register.Entry entry, long value, long writer) {
    return new Violation(
        "SET",
        "n%d: %s wrote %d over the %d of %s: an acknowledged update is lost"
            .formatted(name, Ops.text(entry.op()), entry.value(), value, Ops.text(writer)),
        name,
        entry.at(),
        List.of(writer, entry.op()));
  }
}
