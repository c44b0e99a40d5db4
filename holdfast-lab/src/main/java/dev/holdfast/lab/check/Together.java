package dev.holdfast.lab.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which names were asked for at once. Each is a request of its own in the history, with a number of
 * its own; the numbers follow each other in the order of the names.
 */
final class Together {
  private final Map<Integer, Set<Integer>> after = new HashMap<>();
  private final Set<Long> further = new HashSet<>();

  Together(List<Event> events) {
    Map<Long, Integer> names = new HashMap<>();
    for (Event e : events) {
      if (e.kind() == Kind.ASK && !e.want().isAlone()) {
        names.put(e.op(), e.name());
        for (int i = 1; i <= e.want().part(); i++) {
          Integer before = names.get(e.op() - i);
          if (before != null) {
            after.computeIfAbsent(before, name -> new HashSet<>()).add(e.name());
          }
        }
        if (e.want().part() > 0) {
          further.add(e.op());
        }
      }
    }
  }

  /** The names that somebody may wait for while he has this one already. */
  Set<Integer> after(int name) {
    return after.getOrDefault(name, Set.of());
  }

  /** Whether this is not the first of several names, so that its section was counted already. */
  boolean isFurther(long op) {
    return further.contains(op);
  }
}
