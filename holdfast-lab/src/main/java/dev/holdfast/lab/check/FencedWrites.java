package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * C1, looked at where it counts: the guarded resource took nothing from a grant after it had taken
 * something from one that certainly came later (readers may come in any order among themselves), no
 * update that it acknowledged is lost, and no reader that it let look twice saw two values, nor who
 * changed sides in between.
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
    Map<Mode, Grant> latest = new EnumMap<>(Mode.class);
    Map<Long, Long> looked = new HashMap<>();
    Map<Long, Long> last = new HashMap<>();
    long value = 0;
    long writer = 0;
    for (Register.Entry entry : entries) {
      Grant grant = grants.get(entry.op());
      if (grant != null) {
        latest.forEach(
            (mode, other) -> {
              if (mode.excludes(grant.mode()) && other.asked() > grant.granted()) {
                violations.add(stale(name, entry, other));
              }
            });
        latest.merge(grant.mode(), grant, (a, b) -> b.asked() > a.asked() ? b : a);
      }
      Long before = grant == null || last.containsKey(entry.op()) ? null : last.get(grant.former());
      if (before != null && before != entry.value()) {
        violations.add(torn(name, entry, before, writer));
      }
      last.put(entry.op(), entry.value());
      if (entry.what() == Register.What.READ) {
        Long first = looked.putIfAbsent(entry.op(), entry.value());
        if (first != null && first != entry.value()) {
          violations.add(torn(name, entry, first, writer));
        }
      }
      if (entry.what() == Register.What.WRITE) {
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
                switch (entry.what()) {
                  case CONTACT -> "the first contact";
                  case READ -> "a look";
                  case WRITE -> "a write";
                },
                Ops.text(entry.op()),
                Ops.text(latest.op())),
        name,
        entry.at(),
        List.of(latest.op(), entry.op()));
  }

  private static Violation torn(int name, Register.Entry entry, long first, long writer) {
    return new Violation(
        "READ",
        "n%d: %s read %d and then %d, which %s had written meanwhile"
            .formatted(name, Ops.text(entry.op()), first, entry.value(), Ops.text(writer)),
        name,
        entry.at(),
        List.of(writer, entry.op()));
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
