package dev.holdfast.consensus;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.Mode;
import java.time.Duration;
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
public final class Sight {
  /*
   * The register was read before the children, or together with them. So a hold of the register whose node is not among
   * the children has ended, and as nobody makes an attempt's node twice, it has ended for ever. That
   * is why a grant is safe if the register still has the version that was read when it is written:
   * exclusion rests on that alone. The order of the children decides who is next; a child that came
   * after they were read is behind all of them, and one that has left meanwhile is passed over by
   * whoever stood behind it and watched it.
   */
  private final Register register;
  private final long version;
  private final List<Child> children;
  private final long nowMicros;
  private final long guard;

  private final Map<String, Child> byAttempt = new HashMap<>();
  private final List<Hold> live = new ArrayList<>();
  private final List<Child> waiting = new ArrayList<>();
  private final int size;

  /**
   * What was read.
   *
   * @param version the register's version
   * @param children the attempts' nodes, in their order
   * @param nowMicros the time, on the clock that stamps are made with
   * @param guard the version of whatever else a write of the register depends on
   */
  public Sight(Register register, long version, List<Child> children, long nowMicros, long guard) {
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

  /** The register that was read. */
  public Register register() {
    return register;
  }

  /** The register's version. */
  public long version() {
    return version;
  }

  /** The version of whatever else a write of the register depends on. */
  public long guard() {
    return guard;
  }

  /** The attempts' nodes, in their order. */
  public List<Child> children() {
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

  /** Whether anybody holds or waits. */
  public boolean isUsed() {
    return !live.isEmpty() || !waiting.isEmpty();
  }

  /** How many permits there are, 0 for a lock; without meaning while the name is not used. */
  int size() {
    return size;
  }

  /** The node of this attempt. */
  public @Nullable Child child(String attempt) {
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
    return new Sight(next, version, children, nowMicros, guard);
  }

  /** The same name, whose register has this version now. */
  Sight version(long now) {
    return new Sight(register, now, children, nowMicros, guard);
  }

  /** The same name once these nodes are gone. */
  public Sight without(List<String> attempts) {
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

  private long newest() {
    long newest = register.seen();
    for (Child child : children) {
      if (!child.isNoLaterThan(newest)) {
        newest = child.order();
      }
    }
    return newest;
  }

  /** As it stands, for people. */
  LockInfo info(String name, long sessionMillis) {
    long millis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
    List<LockInfo.Hold> holds = new ArrayList<>();
    for (Hold hold : live()) {
      long left = hold.isKept() ? hold.keptUntil() - millis : sessionMillis;
      holds.add(
          LockInfo.Hold.of(
              hold.attempt(),
              hold.stamp(),
              Duration.ofMillis(left),
              hold.mode(),
              hold.isKept(),
              hold.permits()));
    }
    return new LockInfo(
        name,
        holds,
        waiting().stream().map(place -> Owner.parse(place.attempt())).toList(),
        isUsed() ? size() : 0);
  }

  /** What the queue's moving on gives: the register then, and who was granted. */
  record Moved(Register register, List<Child> granted) {
    boolean grants(String attempt) {
      return granted.stream().anyMatch(child -> child.attempt().equals(attempt));
    }
  }
}
