package dev.holdfast.memory;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.memory.Holds.Hold;
import dev.holdfast.memory.MemoryStore.Push;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps of one name: its last stamp, the holds, the queue, and marks of attempts
 * that ended before their acquire arrived. Guarded by the store's lock; all times are the store's
 * microseconds.
 */
final class NameState {
  /*
   * The protocol, which every store follows:
   * - A hold is live while now < expiry. Nothing revives one that is not.
   * - The queue moves on whenever a verb finds room for its first live place: that place becomes a
   *   hold, for its claim window only, because its client may be dead; and so on, so that a run of
   *   places that ask for shared or counted holds gets on together. A client that renews a hold
   *   knows that it holds; that is why the renewal, and never the place's keep-alive, lengthens it.
   * - No request overtakes the queue: one that comes while a live place stands in it waits, even if
   *   there is room beside the holds.
   * - A hold that is kept (hold-at-least) belongs to no attempt any more: it can only expire.
   * - While it is held or waited for, the name is a lock (size 0) or a semaphore of one size. A
   *   place that asks for more permits than there are since a resize is passed over, as if it were
   *   dead.
   */
  private final String name;
  private long lastStamp;
  private int size; // how many permits there are, 0 for a lock; while it is held or waited for
  private final Holds holds = new Holds();
  private final Map<String, Place> queue = new LinkedHashMap<>();
  private final Map<String, Mark> marks = new HashMap<>();

  NameState(String name, long lastStamp) {
    this.name = name;
    this.lastStamp = lastStamp;
  }

  Standing acquire(AcquireRequest request, long now, List<Push> pushes) {
    Standing found = find(request, now, pushes);
    if (found == null) {
      return grant(request, now, nextStamp(now, request.proposedStamp()));
    }
    String attempt = request.attempt();
    Place known = queue.get(attempt);
    if (known != null) {
      known.keep(request.sentAt(), now + MILLISECONDS.toMicros(request.placeMillis()));
      return queued(attempt, now);
    }
    if (!(found instanceof Standing.Absent) || marks.containsKey(attempt) || !request.waits()) {
      return found;
    }
    queue.put(
        attempt,
        new Place(
            request.mode(),
            request.permits(),
            request.claimMillis(),
            request.sentAt(),
            now + MILLISECONDS.toMicros(request.placeMillis())));
    recall(now, pushes);
    return queued(attempt, now);
  }

  /** What a request finds, unless it is that it can be granted now: then null. */
  @Nullable Standing find(AcquireRequest request, long now, List<Push> pushes) {
    String attempt = request.attempt();
    if (holds.dropDead(now, attempt) != null) {
      // Its grant has expired, and an attempt that ended is not granted again.
      marks.put(attempt, new Mark(false, now + MILLISECONDS.toMicros(request.leaseMillis())));
    }
    moveOn(now, pushes);
    Hold own = holds.of(attempt, now);
    if (own != null) {
      return holding(own, now);
    }
    if (marks.containsKey(attempt) || queue.containsKey(attempt)) {
      return absent(attempt, now);
    }
    if (queue.isEmpty() && holds.isEmpty()) {
      size = request.size();
    } else if (size != request.size()) {
      return new Standing.Mismatched(size);
    }
    return queue.isEmpty() && holds.admit(request.mode(), request.permits(), size)
        ? null
        : absent(attempt, now);
  }

  /** Grants what can be granted now. */
  Standing grant(AcquireRequest request, long now, long stamp) {
    return holding(
        hold(
            request.attempt(),
            request.mode(),
            request.permits(),
            request.leaseMillis(),
            now,
            stamp),
        now);
  }

  Standing renew(KeepAlive.Hold request, long now, List<Push> pushes) {
    moveOn(now, pushes);
    Hold own = holds.of(request.attempt(), now);
    if (own == null) {
      return absent(request.attempt(), now);
    }
    own.lengthen(request.leaseMillis(), now);
    if (request.newStamp()) {
      stamp(own, nextStamp(now));
    }
    return holding(own, now);
  }

  Standing raise(KeepAlive.Raise request, long now, List<Push> pushes) {
    moveOn(now, pushes);
    Hold own = holds.of(request.attempt(), now);
    if (own == null) {
      return absent(request.attempt(), now);
    }
    own.lengthen(request.leaseMillis(), now);
    if (own.stamp < request.stamp()) {
      stamp(own, Math.max(lastStamp + 1, request.stamp()));
    }
    return holding(own, now);
  }

  Standing change(KeepAlive.Change request, long now, List<Push> pushes) {
    moveOn(now, pushes);
    Hold own = holds.of(request.attempt(), now);
    if (own == null) {
      return absent(request.attempt(), now);
    }
    boolean changes = own.mode != Mode.COUNTED && own.stamp == request.stamp();
    if (changes && (request.to() == Mode.SHARED || holds.isAlone(own))) {
      own.mode = request.to();
      stamp(own, nextStamp(now));
      own.lengthen(request.leaseMillis(), now);
      moveOn(now, pushes);
    }
    return holding(own, now);
  }

  Standing keepPlace(KeepAlive.Place request, long now, List<Push> pushes) {
    dropDeadPlaces(now);
    // The place is kept before the queue moves on: the client that asks is alive.
    Place place = queue.get(request.attempt());
    if (place != null) {
      place.keep(request.sentAt(), now + MILLISECONDS.toMicros(request.placeMillis()));
    }
    moveOn(now, pushes);
    Hold own = holds.of(request.attempt(), now);
    if (own != null) {
      return holding(own, now);
    }
    return queue.containsKey(request.attempt())
        ? queued(request.attempt(), now)
        : absent(request.attempt(), now);
  }

  boolean release(ReleaseRequest request, long now, List<Push> pushes) {
    Hold own = holds.of(request.attempt(), now);
    boolean found = own != null || queue.remove(request.attempt()) != null;
    if (!found || request.overtaking()) {
      marks.put(
          request.attempt(), new Mark(false, now + MILLISECONDS.toMicros(request.markMillis())));
    }
    if (own != null && request.keepMillis() > 0) {
      own.kept = true;
      own.expiry = now + MILLISECONDS.toMicros(request.keepMillis());
    } else if (own != null) {
      holds.remove(own);
    }
    moveOn(now, pushes);
    return found;
  }

  boolean reduce(String attempt, int permits, long now, List<Push> pushes) {
    moveOn(now, pushes);
    Hold own = holds.of(attempt, now);
    if (own == null || own.mode != Mode.COUNTED) {
      return false;
    }
    own.permits = Math.min(own.permits, permits);
    moveOn(now, pushes);
    return true;
  }

  int resize(int expected, int newSize, long now, List<Push> pushes) {
    moveOn(now, pushes);
    if (size == 0 || !isUsed(now)) {
      return 0;
    }
    int before = size;
    if (expected == 0 || expected == before) {
      size = newSize;
      moveOn(now, pushes);
    }
    return before;
  }

  boolean breakHold(long now, List<Push> pushes) {
    boolean held = false;
    for (Hold hold : holds.live(now)) {
      held = true;
      if (!hold.kept) {
        marks.put(hold.attempt, new Mark(true, hold.expiry));
        pushes.add(new Push(hold.attempt, listener -> listener.broken(name, hold.attempt)));
      }
    }
    holds.clear();
    moveOn(now, pushes);
    return held;
  }

  LockInfo inspect(long now) {
    return new LockInfo(
        name,
        holds.shown(now),
        queue.entrySet().stream()
            .filter(place -> place.getValue().expiry > now)
            .map(place -> Owner.parse(place.getKey()))
            .toList(),
        isUsed(now) ? size : 0);
  }

  boolean isUsed(long now) {
    return !holds.live(now).isEmpty()
        || queue.values().stream().anyMatch(place -> place.expiry > now);
  }

  /** Whether nothing is lost by forgetting the name, its last stamp apart. */
  boolean isForgettable(long now) {
    marks.values().removeIf(mark -> mark.expiry <= now);
    return !isUsed(now) && marks.isEmpty();
  }

  long lastStamp() {
    return lastStamp;
  }

  /** Grants the places at the front of the queue for which there is room. */
  private void moveOn(long now, List<Push> pushes) {
    marks.values().removeIf(mark -> mark.expiry <= now);
    holds.dropDead(now, "");
    dropDeadPlaces(now);
    Map<Hold, Long> run = new LinkedHashMap<>();
    while (!queue.isEmpty()) {
      Map.Entry<String, Place> next = queue.entrySet().iterator().next();
      Place place = next.getValue();
      if (!holds.admit(place.mode, place.permits, size)) {
        break;
      }
      queue.remove(next.getKey());
      run.put(
          hold(next.getKey(), place.mode, place.permits, place.claimMillis, now, nextStamp(now)),
          place.sentAt);
    }
    run.forEach(
        (granted, sentAt) -> {
          Standing.Holding standing = holding(granted, now);
          pushes.add(
              new Push(
                  granted.attempt,
                  listener -> listener.granted(name, granted.attempt, standing, sentAt)));
        });
  }

  /** Tells the holders that another attempt waits, each once. */
  private void recall(long now, List<Push> pushes) {
    for (Hold hold : holds.live(now)) {
      if (!hold.kept && !hold.recalled) {
        hold.recalled = true;
        pushes.add(new Push(hold.attempt, listener -> listener.recalled(name, hold.attempt)));
      }
    }
  }

  private Hold hold(String attempt, Mode mode, int permits, long millis, long now, long stamp) {
    long expiry = now + MILLISECONDS.toMicros(millis);
    Hold granted = new Hold(attempt, mode, permits, stamp, expiry);
    lastStamp = stamp;
    holds.add(granted);
    return granted;
  }

  /** The stamp of the next grant. */
  long nextStamp(long now) {
    return Math.max(lastStamp + 1, now);
  }

  /** The same, or the one that is proposed, if that is higher and not far ahead of the clock. */
  private long nextStamp(long now, long proposed) {
    return proposed - now > AcquireRequest.MOST_AHEAD_MICROS
        ? nextStamp(now)
        : Math.max(nextStamp(now), proposed);
  }

  private void stamp(Hold own, long stamp) {
    own.stamp = stamp;
    lastStamp = stamp;
  }

  private void dropDeadPlaces(long now) {
    queue.values().removeIf(place -> place.expiry <= now || place.permits > size);
  }

  /** What its client is told of a hold, and whether another attempt waits. */
  private Standing.Holding holding(Hold live, long now) {
    live.recalled = !queue.isEmpty();
    return new Standing.Holding(live.stamp, live.remainingMillis(now), !queue.isEmpty(), live.mode);
  }

  private Standing queued(String attempt, long now) {
    long ahead = queue.keySet().stream().takeWhile(place -> !place.equals(attempt)).count();
    return new Standing.Queued(ahead, holds.remainingMillis(now), holds.holder(now));
  }

  private Standing absent(String attempt, long now) {
    Mark mark = marks.get(attempt);
    return new Standing.Absent(
        holds.remainingMillis(now), holds.holder(now), mark != null && mark.broken);
  }

  private static final class Place {
    final Mode mode;
    final int permits;
    final long claimMillis;
    long sentAt;
    long expiry;

    Place(Mode mode, int permits, long claimMillis, long sentAt, long expiry) {
      this.mode = mode;
      this.permits = permits;
      this.claimMillis = claimMillis;
      this.sentAt = sentAt;
      this.expiry = expiry;
    }

    /** Late and duplicated messages neither shorten the place nor move the send time back. */
    void keep(long newSentAt, long newExpiry) {
      if (newSentAt - sentAt > 0) {
        sentAt = newSentAt;
      }
      expiry = Math.max(expiry, newExpiry);
    }
  }

  private record Mark(boolean broken, long expiry) {}
}
