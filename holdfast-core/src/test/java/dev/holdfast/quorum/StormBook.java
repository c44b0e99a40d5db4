package dev.holdfast.quorum;

import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who believes to hold what, and what was wrong with it. For one thread. */
final class StormBook {
  private record Belief(String attempt, Mode mode, long validUntil) {}

  private static final class Name {
    final Map<String, Belief> beliefs = new HashMap<>();
    long topExclusive;
    long top;
  }

  private final StormTime time;
  private final Map<String, Name> names = new HashMap<>();
  private final List<String> wrongs = new ArrayList<>();
  private int grants;
  private long steppedUntil;

  StormBook(StormTime time) {
    this.time = time;
  }

  void granted(String name, String attempt, Mode mode, long stamp, long validUntil) {
    grants++;
    Name of = names.computeIfAbsent(name, made -> new Name());
    of.beliefs.values().removeIf(belief -> belief.validUntil() <= time.nanos());
    of.beliefs.remove(attempt);
    for (Belief other : of.beliefs.values()) {
      if (mode == Mode.EXCLUSIVE || other.mode() == Mode.EXCLUSIVE) {
        fail(attempt + " was granted " + name + " while " + other.attempt() + " holds it");
      }
    }
    of.beliefs.put(attempt, new Belief(attempt, mode, validUntil));
    if (stamp <= (mode == Mode.EXCLUSIVE ? of.top : of.topExclusive)) {
      fail(attempt + " was granted " + name + " with a stamp that is not above an earlier one");
    }
    of.top = Math.max(of.top, stamp);
    of.topExclusive = mode == Mode.EXCLUSIVE ? stamp : of.topExclusive;
  }

  /** It asks to be shared, and counts as that from now on. */
  void shared(String name, String attempt) {
    names
        .get(name)
        .beliefs
        .computeIfPresent(
            attempt, (same, belief) -> new Belief(attempt, Mode.SHARED, belief.validUntil()));
  }

  void renewed(String name, String attempt, long validUntil) {
    names
        .get(name)
        .beliefs
        .computeIfPresent(
            attempt, (same, belief) -> new Belief(attempt, belief.mode(), validUntil));
  }

  /** A clock is stepped: for so long, what is held may be gone there before its time. */
  void stepped(Duration longest) {
    steppedUntil = time.nanos() + longest.toNanos();
  }

  /** It is not believed any more; whether it was until now, and must be found. */
  boolean ended(String name, String attempt) {
    Name of = names.get(name);
    Belief belief = of == null ? null : of.beliefs.remove(attempt);
    return belief != null
        && belief.validUntil() > time.nanos()
        && belief.validUntil() > steppedUntil;
  }

  void fail(String what) {
    wrongs.add("at " + time.millis() + " ms: " + what);
  }

  int grants() {
    return grants;
  }

  List<String> wrongs() {
    return wrongs;
  }
}
