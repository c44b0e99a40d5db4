package dev.holdfast.consensus;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was read of a name, and what follows from it: the holders, the waiters, and the next grant.
 * Immutable.
 */
public final class NameSnapshot {
  /*
   * The register was read before the children, or together with them. So a hold of the register whose node is not among
   * the children has ended, and it stays ended, as an attempt's node is never made twice. That
   * is why a grant is safe if the register still has the version that was read when it is written:
   * exclusion rests on that alone. The order of the children decides which is next; a child that came
   * after they were read is behind all of them, and one that has left meanwhile is passed over by
   * the attempt that stood behind it and watched it.
   *
   * A hold that is to last although its client may die has a second entry of the same attempt, which
   * is kept: its stay. While the node is there the hold counts, and the stay does not; once the node
   * is gone, the stay does until its time. (A build that does not know of stays counts both, and
   * grants no more than it may.)
   */
  private final Register register;
  private final long version;
  private final List<AttemptNode> children;
  private final long nowMicros;
  private final long guard;

  private final Map<String, AttemptNode> byAttempt = new HashMap<>();
  private final List<Hold> live = new ArrayList<>();
  private final List<Hold> stays = new ArrayList<>();
  private final List<AttemptNode> waiting = new ArrayList<>();
  private final int size;

  /**
   * What was read.
   *
   * @param version the register's version
   * @param children the attempts' nodes, in their order
   * @param nowMicros the time, on the clock that stamps are made with
   * @param guard the version of whatever else a write of the register depends on
   */
  public NameSnapshot(
      Register register, long version, List<AttemptNode> children, long nowMicros, long guard) {
    this.register = register;
    this.version = version;
    this.children = children;
    this.nowMicros = nowMicros;
    this.guard = guard;
    for (AttemptNode child : children) {
      byAttempt.put(child.attempt(), child);
    }
    long nowMillis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
    Set<String> holding = new HashSet<>();
    for (Hold hold : register.holds()) {
      if (!hold.isKept() && byAttempt.containsKey(hold.attempt())) {
        holding.add(hold.attempt());
      }
    }
    for (Hold hold : register.holds()) {
      boolean held = holding.contains(hold.attempt());
      if (hold.isKept() ? !held && hold.keptUntil() > nowMillis : held) {
        live.add(hold);
      } else if (hold.isKept() && hold.keptUntil() > nowMillis) {
        stays.add(hold);
      }
    }
    List<AttemptNode> others =
        children.stream().filter(child -> !holding.contains(child.attempt())).toList();
    size = size(others);
    for (AttemptNode child : others) {
      // An attempt for a name that is used otherwise leaves by itself; one for more permits than
      // there are since a resize is passed over.
      boolean accepted = child.size() == size || child.isNoLaterThan(register.seen());
      if (accepted && child.permits() <= size) {
        waiting.add(child);
      }
    }
  }

  private int size(List<AttemptNode> others) {
    if (!live.isEmpty() || others.isEmpty()) {
      return register.size();
    }
    // Who came while the name was used has accepted its size; who came first decides.
    AttemptNode first = others.get(0);
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
  public List<AttemptNode> children() {
    return children;
  }

  long nowMicros() {
    return nowMicros;
  }

  List<Hold> live() {
    return live;
  }

  /** The live places, first to last. */
  List<AttemptNode> waiting() {
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
  public @Nullable AttemptNode child(String attempt) {
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

  /** What keeps the name taken if this attempt's client dies while it holds. */
  @Nullable Hold stay(String attempt) {
    for (Hold stay : stays) {
      if (stay.attempt().equals(attempt)) {
        return stay;
      }
    }
    return null;
  }

  /** All that a register has to go on saying. */
  private List<Hold> entries() {
    List<Hold> entries = new ArrayList<>(live);
    entries.addAll(stays);
    return entries;
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

  /**
   * The stamp of the next grant.
   *
   * @throws Stamps.NoStampException if there is none
   */
  long nextStamp() {
    return Stamps.next(register.lastStamp(), nowMicros);
  }

  /** Fails if the name has no stamp for another grant. */
  void requireStamps() {
    Stamps.requireOneAfter(register.lastStamp());
  }

  /**
   * The register with a hold more.
   *
   * @param staysMillis how long it stays from now on, whatever becomes of its client; 0 for not
   */
  Register granting(AcquireRequest request, long staysMillis) {
    long stamp = nextStamp();
    List<Hold> holds = entries();
    Hold hold = new Hold(request.attempt(), request.mode(), request.permits(), stamp, 0);
    holds.add(hold);
    if (staysMillis > 0) {
      holds.add(kept(hold, staysMillis));
    }
    return new Register(stamp, request.size(), newest(), holds);
  }

  /** The register with a hold in place of the one of the same attempt, which is not kept. */
  Register replacing(Hold changed) {
    List<Hold> holds = entries();
    holds.replaceAll(
        hold -> !hold.isKept() && hold.attempt().equals(changed.attempt()) ? changed : hold);
    long last = Math.max(register.lastStamp(), changed.stamp());
    return new Register(last, size, newest(), holds);
  }

  /**
   * The register in which this hold stays for so long from now on, whatever becomes of its client.
   */
  Register staying(Hold hold, long millis) {
    List<Hold> holds = entries();
    holds.removeIf(other -> other.isKept() && other.attempt().equals(hold.attempt()));
    holds.add(kept(hold, millis));
    return new Register(register.lastStamp(), size, newest(), holds);
  }

  /** The register in which this hold has no client from now on, and stays for this time. */
  Register keeping(Hold hold, long millis) {
    List<Hold> holds = entries();
    holds.removeIf(other -> other.attempt().equals(hold.attempt()));
    holds.add(kept(hold, millis));
    return new Register(register.lastStamp(), size, newest(), holds);
  }

  private Hold kept(Hold hold, long millis) {
    long until = TimeUnit.MICROSECONDS.toMillis(nowMicros) + millis;
    return new Hold(hold.attempt(), hold.mode(), hold.permits(), hold.stamp(), until);
  }

  /** The register with another size, for all who have come until now. */
  Register resized(int to) {
    return new Register(register.lastStamp(), to, newest(), entries());
  }

  /** The same name with another register, as it stands if that is written. */
  NameSnapshot with(Register next) {
    return new NameSnapshot(next, version, children, nowMicros, guard);
  }

  /** The same name, whose register has this version now. */
  NameSnapshot version(long now) {
    return new NameSnapshot(register, now, children, nowMicros, guard);
  }

  /** The same name once these nodes are gone. */
  public NameSnapshot without(List<String> attempts) {
    List<AttemptNode> left =
        children.stream().filter(child -> !attempts.contains(child.attempt())).toList();
    return new NameSnapshot(register, version, left, nowMicros, guard);
  }

  /** The same name once this attempt is over: its node is gone, and it does not stay. */
  NameSnapshot ended(String attempt) {
    List<Hold> holds = entries();
    holds.removeIf(hold -> hold.attempt().equals(attempt));
    return without(List.of(attempt))
        .with(new Register(register.lastStamp(), register.size(), register.seen(), holds));
  }

  /** The same name as it stands at another time. */
  NameSnapshot at(long micros) {
    return new NameSnapshot(register, version, children, micros, guard);
  }

  /** The same name with one child more, which the register may speak of already. */
  NameSnapshot and(AttemptNode child) {
    List<AttemptNode> more = new ArrayList<>(children);
    more.add(child);
    return new NameSnapshot(register, version, more, nowMicros, guard);
  }

  /** Grants the places at the front of the queue for which there is room, and a stamp. */
  Moved moveOn() {
    List<Hold> holding = new ArrayList<>(live);
    List<Hold> holds = entries();
    List<AttemptNode> granted = new ArrayList<>();
    long last = register.lastStamp();
    for (AttemptNode place : waiting) {
      if (!Stamps.mayFollow(last) || !admits(holding, place.mode(), place.permits(), size)) {
        break;
      }
      last = Stamps.next(last, nowMicros);
      Hold next = new Hold(place.attempt(), place.mode(), place.permits(), last, 0);
      holding.add(next);
      holds.add(next);
      granted.add(place);
    }
    Register next = new Register(last, size, newest(), holds);
    return new Moved(next, granted);
  }

  private long newest() {
    long newest = register.seen();
    for (AttemptNode child : children) {
      if (!child.isNoLaterThan(newest)) {
        newest = child.order();
      }
    }
    return newest;
  }

  /**
   * As it stands, for people.
   *
   * @throws Stamps.NoStampException if no client can hold the name any more
   */
  LockInfo info(String name, long sessionMillis) {
    requireStamps();
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
  record Moved(Register register, List<AttemptNode> granted) {
    boolean grants(String attempt) {
      return granted.stream().anyMatch(child -> child.attempt().equals(attempt));
    }
  }
}
