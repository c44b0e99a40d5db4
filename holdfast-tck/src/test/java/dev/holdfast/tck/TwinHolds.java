package dev.holdfast.tck;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The holds of a {@link TwinName} and their stamps; the dead, too, until the next grant. */
final class TwinHolds {
  private final TwinStore store;
  private final List<TwinHold> holds = new ArrayList<>();
  private long lastStamp;

  TwinHolds(TwinStore store) {
    this.store = store;
  }

  /** Whether there is room for a hold that is not counted. */
  boolean admits(Mode mode) {
    List<TwinHold> live = live();
    boolean allShare = live.stream().allMatch(held -> held.mode == Mode.SHARED);
    boolean shares = mode == Mode.SHARED && !has(Flaw.READERS_EXCLUDE_EACH_OTHER);
    return live.isEmpty()
        || (allShare && (shares || has(Flaw.WRITER_JOINS_READERS)))
        || (shares && has(Flaw.READER_JOINS_A_WRITER));
  }

  TwinHold grant(String attempt, Mode mode, int permits, long millis) {
    boolean joins =
        !live().isEmpty()
            && (has(Flaw.READERS_SHARE_A_STAMP)
                || (has(Flaw.COUNTED_HOLDS_SHARE_A_STAMP) && permits > 0));
    if (!has(Flaw.EXPIRED_PERMITS_ARE_LOST)) {
      holds.retainAll(live());
    }
    TwinHold granted =
        new TwinHold(attempt, mode, permits, joins ? lastStamp : nextStamp(), expiry(millis));
    holds.add(granted);
    return granted;
  }

  long nextStamp() {
    long now = store.micros.getAsLong();
    lastStamp =
        has(Flaw.STAMP_IS_A_COUNTER)
            ? lastStamp + 1
            : has(Flaw.STAMP_IS_THE_CLOCK_ALONE) ? now : Math.max(lastStamp + 1, now);
    return lastStamp;
  }

  /**
   * Asks for a stamp that the store may take, or grant its own instead; this one grants its own.
   */
  void propose(TwinHold granted, long stamp) {
    boolean isOld = stamp > 0 && stamp < granted.stamp && has(Flaw.PROPOSED_STAMP_REPEATS_ONE);
    if (isOld || (stamp > granted.stamp && has(Flaw.PROPOSED_STAMP_RUNS_AHEAD))) {
      granted.stamp = stamp;
      lastStamp = stamp;
    }
  }

  long lastStamp() {
    return lastStamp;
  }

  void lastStamp(long stamp) {
    lastStamp = stamp;
  }

  @Nullable TwinHold own(String attempt) {
    return of(attempt, live());
  }

  private static @Nullable TwinHold of(String attempt, List<TwinHold> among) {
    return among.stream().filter(held -> held.isOf(attempt)).findFirst().orElse(null);
  }

  List<TwinHold> live() {
    long now = store.micros.getAsLong();
    if (has(Flaw.EXPIRED_HOLD_STAYS)) {
      return List.copyOf(holds);
    }
    List<TwinHold> live = holds.stream().filter(held -> held.expiry > now).toList();
    boolean together =
        has(Flaw.READERS_EXPIRE_TOGETHER)
            || (has(Flaw.COUNTED_HOLDS_EXPIRE_TOGETHER)
                && holds.stream().anyMatch(held -> held.permits > 0));
    return together && live.size() < holds.size() ? List.of() : live;
  }

  /** The dead, too. */
  List<TwinHold> all() {
    return holds;
  }

  @Nullable String holder() {
    return live().stream().map(held -> held.attempt).findFirst().orElse(null);
  }

  List<LockInfo.Hold> shown() {
    return live().stream()
        .limit(has(Flaw.ONE_READER_IS_SHOWN) ? 1 : Long.MAX_VALUE)
        .map(
            live ->
                LockInfo.Hold.of(
                    live.attempt,
                    live.stamp,
                    Duration.ofMillis(left(live)),
                    live.mode,
                    live.kept,
                    has(Flaw.PERMITS_ARE_NOT_SHOWN) ? 0 : live.permits))
        .toList();
  }

  /** Tells the holders that somebody waits. */
  void recall(String name) {
    for (TwinHold live : live()) {
      if (!live.kept && !has(Flaw.NEVER_RECALLS)) {
        store.listener(live.attempt).recalled(name, live.attempt);
      }
      if (has(Flaw.ONE_READER_IS_RECALLED)
          || (has(Flaw.ONE_COUNTED_HOLDER_IS_RECALLED) && live.permits > 0)) {
        return;
      }
    }
  }

  long left() {
    return live().stream().mapToLong(this::left).min().orElse(0);
  }

  long left(TwinHold held) {
    return Math.max(0, (held.expiry - store.micros.getAsLong()) / 1_000);
  }

  long expiry(long millis) {
    return store.micros.getAsLong() + millis * 1_000;
  }

  /** The hold of this attempt, dead or alive. */
  @Nullable TwinHold known(String attempt) {
    return of(attempt, holds);
  }

  void remove(TwinHold hold) {
    holds.remove(hold);
  }

  void clear() {
    holds.clear();
  }

  private boolean has(Flaw flaw) {
    return store.has(flaw);
  }
}
