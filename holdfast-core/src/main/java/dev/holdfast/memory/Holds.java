package dev.holdfast.memory;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one name, in the order of their grants: none, one, or several that are shared or
 * counted. Times are the store's microseconds; a hold is live while now &lt; expiry.
 */
final class Holds {
  private final Map<String, Hold> all = new LinkedHashMap<>();

  /** Forgets those whose time is over; returns the one of this attempt if it is among them. */
  @Nullable Hold dropDead(long now, String attempt) {
    Hold own = all.get(attempt);
    all.values().removeIf(hold -> hold.expiry <= now);
    return own != null && own.expiry <= now && !own.kept ? own : null;
  }

  /** The live hold that belongs to this attempt. */
  @Nullable Hold of(String attempt, long now) {
    Hold hold = all.get(attempt);
    return hold != null && !hold.kept && hold.expiry > now ? hold : null;
  }

  Collection<Hold> live(long now) {
    return all.values().stream().filter(hold -> hold.expiry > now).toList();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Whether there is room for one more hold beside all that are there.
   *
   * @param size how many permits the name has, if the hold is counted
   */
  boolean admit(Mode mode, int permits, int size) {
    return switch (mode) {
      case EXCLUSIVE -> all.isEmpty();
      case SHARED -> all.values().stream().allMatch(hold -> hold.mode == Mode.SHARED);
      case COUNTED -> all.values().stream().mapToInt(hold -> hold.permits).sum() + permits <= size;
    };
  }

  boolean isAlone(Hold hold) {
    return all.size() == 1 && all.containsValue(hold);
  }

  void add(Hold hold) {
    all.put(hold.attempt, hold);
  }

  void remove(Hold hold) {
    all.remove(hold.attempt);
  }

  void clear() {
    all.clear();
  }

  /** What is left of the first to end, in milliseconds. */
  long remainingMillis(long now) {
    return live(now).stream().mapToLong(hold -> hold.remainingMillis(now)).min().orElse(0);
  }

  @Nullable String holder(long now) {
    return live(now).stream().map(hold -> hold.attempt).findFirst().orElse(null);
  }

  List<LockInfo.Hold> shown(long now) {
    return live(now).stream().map(hold -> hold.shown(now)).toList();
  }

  static final class Hold {
    final String attempt;
    int permits;
    Mode mode;
    long stamp;
    long expiry;

    /** Whether its client knows that another attempt waits. */
    boolean recalled;

    /** Whether it was released and has no owner until it expires. */
    boolean kept;

    Hold(String attempt, Mode mode, int permits, long stamp, long expiry) {
      this.attempt = attempt;
      this.mode = mode;
      this.permits = permits;
      this.stamp = stamp;
      this.expiry = expiry;
    }

    void lengthen(long millis, long now) {
      expiry = Math.max(expiry, now + MILLISECONDS.toMicros(millis));
    }

    long remainingMillis(long now) {
      return Math.max(0, (expiry - now) / 1_000);
    }

    private LockInfo.Hold shown(long now) {
      return LockInfo.Hold.of(
          attempt, stamp, Duration.of(expiry - now, ChronoUnit.MICROS), mode, kept, permits);
    }
  }
}
