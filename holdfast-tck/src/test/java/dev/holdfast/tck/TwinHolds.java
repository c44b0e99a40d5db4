package dev.holdfast.tck;

import dev.holdfast.spi.Mode;
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

  boolean admits(Mode mode, int permits, int size) {
    List<TwinHold> live = live();
    if (mode == Mode.COUNTED) {
      return live.stream().mapToInt(held -> held.permits).sum() + permits <= size;
    }
    boolean allShare = live.stream().allMatch(held -> held.mode == Mode.SHARED);
    boolean shares = mode == Mode.SHARED && !has(Flaw.READERS_EXCLUDE_EACH_OTHER);
    return live.isEmpty()
        || (allShare && (shares || has(Flaw.WRITER_JOINS_READERS)))
        || (shares && has(Flaw.READER_JOINS_A_WRITER));
  }

  TwinHold grant(String attempt, Mode mode, int permits, long millis) {
    boolean joins = !live().isEmpty() && has(Flaw.READERS_SHARE_A_STAMP);
    holds.retainAll(live());
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
    return has(Flaw.READERS_EXPIRE_TOGETHER) && live.size() < holds.size() ? List.of() : live;
  }

  @Nullable String holder() {
    return live().stream().map(held -> held.attempt).findFirst().orElse(null);
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
