package dev.holdfast.zookeeper;

import dev.holdfast.spi.Mode;
import dev.holdfast.zookeeper.Register.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was read of a name, and what follows from it: who holds, who waits, who comes next.
 * Immutable.
 */
final class Sight {
  /*
   * The register was read before the children. So a hold of the register whose node is not among
   * the children has ended, and as nobody makes an attempt's node twice, it has ended for ever. That
   * is why a grant is safe if the register still has the version that was read when it is written:
   * exclusion rests on that alone. The order of the children decides who is next; a child that came
   * after they were read is behind all of them, and one that has left meanwhile is passed over by
   * whoever stood behind it and watched it.
   */
  static final int NO_NODE = -1;

  private final Register register;
  private final int version;
  private final List<Child> children;
  private final long nowMicros;
  private final int guard;

  private final Map<String, Child> byAttempt = new HashMap<>();
  private final List<Hold> live = new ArrayList<>();
  private final List<Child> waiting = new ArrayList<>();
  private final int size;

  Sight(Register register, int version, List<Child> children, long nowMicros, int guard) {
    this.register = register;
    this.version = version;
    this.children = children;
    this.nowMicros = nowMicros;
    this.guard = guard;
    for (Child child : children) {
      byAttempt.put(child.attempt(), child);
    }
    long nowMillis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
    Map<String, Hold> holding = new HashMap<>();
    for (Hold hold : register.holds()) {
      if (hold.isKept() ? hold.keptUntil() > nowMillis : byAttempt.containsKey(hold.attempt())) {
        live.add(hold);
        if (!hold.isKept()) {
          holding.put(hold.attempt(), hold);
        }
      }
    }
    List<Child> others =
        children.stream().filter(child -> !holding.containsKey(child.attempt())).toList();
    size = size(others);
    for (Child child : others) {
      // Who asks for a name that is used otherwise leaves by itself; who asks for more permits than
      // there are since a resize is passed over.
      boolean accepted = child.size() == size || child.isNoLaterThan(register.seen());
      if (accepted && child.permits() <= size) {
        waiting.add(child);
      }
    }
  }

  private int size(List<Child> others) {
    if (!live.isEmpty() || others.isEmpty()) {
      return register.size();
    }
    // Who came while the name was used has accepted its size; who came first decides.
    Child first = others.get(0);
    return first.isNoLaterThan(register.seen()) ? register.size() : first.size();
  }

  Register register() {
    return register;
  }

  int version() {
    return version;
  }

  /** The version of the bucket's node, from before the register was read. */
  int guard() {
    return guard;
  }

  boolean hasNoNode() {
    return version == NO_NODE;
  }

  List<Child> children() {
    return children;
  }

  long nowMicros() {
    return nowMicros;
  }

  List<Hold> live() {
    return live;
  }

  /** The live places, first to last. */
  List<Child> waiting() {
    return waiting;
  }

  boolean isUsed() {
    return !live.isEmpty() || !waiting.isEmpty();
  }

  /** How many permits there are, 0 for a lock; without meaning while the name is not used. */
  int size() {
    return size;
  }

  @Nullable Child child(String attempt) {
    return byAttempt.get(attempt);
  }

  /** The live hold that belongs to this attempt. */
  @Nullable Hold hold(String attempt) {
    for (Hold hold : live) {
      if (!hold.isKept() && hold.attempt().equals(attempt)) {
        return hold;
      }
    }
    return null;
  }

  /** How many places stand before this one's, or -1 if it does not wait. */
  int ahead(String attempt) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).attempt().equals(attempt)) {
        return i;
      }
    }
    return -1;
  }

  @Nullable String holder() {
    return live.isEmpty() ? null : live.get(0).attempt();
  }

  /**
   * What is left of the first hold to end, in milliseconds.
   *
   * @param sessionMillis what is said of holds that end with their client's session
   */
  long remainingMillis(long sessionMillis) {
    long nowMillis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
    return live.stream()
        .mapToLong(hold -> hold.isKept() ? hold.keptUntil() - nowMillis : sessionMillis)
        .min()
        .orElse(0);
  }

  /** Whether there is room for one more hold beside all that live. */
  boolean admits(Mode mode, int permits, int names) {
    return admits(live, mode, permits, names);
  }

  private static boolean admits(List<Hold> holds, Mode mode, int permits, int size) {
    return switch (mode) {
      case EXCLUSIVE -> holds.isEmpty();
      case SHARED -> holds.stream().allMatch(hold -> hold.mode() == Mode.SHARED);
      case COUNTED -> holds.stream().mapToInt(Hold::permits).sum() + permits <= size;
    };
  }

  /** The stamp of the next grant. */
  long nextStamp() {
    return Math.max(register.lastStamp() + 1, nowMicros);
  }

  /** The register with a hold more. */
  Register granting(String attempt, Mode mode, int permits, int names) {
    long stamp = nextStamp();
    List<Hold> holds = new ArrayList<>(live);
    holds.add(new Hold(attempt, mode, permits, stamp, 0));
    return new Register(stamp, names, newest(), holds);
  }

  /** The register with a hold in place of the one of the same attempt. */
  Register replacing(Hold changed) {
    List<Hold> holds = new ArrayList<>(live);
    holds.replaceAll(hold -> hold.attempt().equals(changed.attempt()) ? changed : hold);
    long last = Math.max(register.lastStamp(), changed.stamp());
    return new Register(last, size, newest(), holds);
  }

  /** The register with another size, for all who have come until now. */
  Register resized(int to) {
    return new Register(register.lastStamp(), to, newest(), live);
  }

  /** The same name with another register, as it stands if that is written. */
  Sight with(Register next) {
    return new Sight(next, version + 1, children, nowMicros, guard);
  }

  /** The same name once these nodes are gone. */
  Sight without(List<String> attempts) {
    List<Child> left =
        children.stream().filter(child -> !attempts.contains(child.attempt())).toList();
    return new Sight(register, version, left, nowMicros, guard);
  }

  /** The same name as it stands at another time. */
  Sight at(long micros) {
    return new Sight(register, version, children, micros, guard);
  }

  /** The same name with one child more, which the register may speak of already. */
  Sight and(Child child) {
    List<Child> more = new ArrayList<>(children);
    more.add(child);
    return new Sight(register, version, more, nowMicros, guard);
  }

  /** Grants the places at the front of the queue for which there is room. */
  Moved moveOn() {
    List<Hold> holds = new ArrayList<>(live);
    List<Child> granted = new ArrayList<>();
    long last = register.lastStamp();
    for (Child place : waiting) {
      if (!admits(holds, place.mode(), place.permits(), size)) {
        break;
      }
      last = Math.max(last + 1, nowMicros);
      holds.add(new Hold(place.attempt(), place.mode(), place.permits(), last, 0));
      granted.add(place);
    }
    Register next = new Register(last, size, newest(), holds);
    return new Moved(next, granted);
  }

  private int newest() {
    int newest = register.seen();
    for (Child child : children) {
      if (!child.isNoLaterThan(newest)) {
        newest = child.order();
      }
    }
    return newest;
  }

  /** What the queue's moving on gives: the register then, and who was granted. */
  record Moved(Register register, List<Child> granted) {
    boolean grants(String attempt) {
      return granted.stream().anyMatch(child -> child.attempt().equals(attempt));
    }
  }
}
