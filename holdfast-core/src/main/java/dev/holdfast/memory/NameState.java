package dev.holdfast.memory;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.memory.MemoryStore.Push;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps of one name: its last stamp, the hold, the queue, and marks of attempts that
 * ended before their acquire arrived. Guarded by the store's lock; all times are the store's
 * microseconds.
 */
final class NameState {
  /*
   * The protocol, which every store follows:
   * - A hold is live while now < expiry. Nothing revives one that is not.
   * - The queue moves on whenever a verb finds no live hold: the first place that is alive becomes
   *   the hold, for its claim window only, because its client may be dead. Whoever renews a hold
   *   knows that it holds; that is why the renewal, and never the place's keep-alive, lengthens it.
   * - A hold that is kept (hold-at-least) belongs to no attempt any more: it can only expire.
   */
  private final String name;
  private long lastStamp;
  private @Nullable Hold hold;
  private final Map<String, Place> queue = new LinkedHashMap<>();
  private final Map<String, Mark> marks = new HashMap<>();

  NameState(String name, long lastStamp) {
    this.name = name;
    this.lastStamp = lastStamp;
  }

  Standing acquire(AcquireRequest request, long now, List<Push> pushes) {
    dropDeadPlaces(now);
    Hold last = hold;
    if (last != null && last.expiry <= now && last.isOf(request.attempt())) {
      // Its grant has expired, and an attempt that ended is not granted again.
      marks.put(
          request.attempt(), new Mark(false, now + MILLISECONDS.toMicros(request.leaseMillis())));
    }
    moveOn(now, pushes);
    Hold live = hold;
    if (live != null && live.isOf(request.attempt())) {
      return holding(live, now);
    }
    if (marks.containsKey(request.attempt())) {
      return absent(request.attempt(), now);
    }
    Place known = queue.get(request.attempt());
    if (known != null) {
      known.keep(request.sentAt(), now + MILLISECONDS.toMicros(request.placeMillis()));
      return queued(request.attempt(), now);
    }
    if (live == null && queue.isEmpty()) {
      return holding(grant(request.attempt(), request.leaseMillis(), now), now);
    }
    if (!request.waits()) {
      return absent(request.attempt(), now);
    }
    queue.put(
        request.attempt(),
        new Place(
            request.claimMillis(),
            request.sentAt(),
            now + MILLISECONDS.toMicros(request.placeMillis())));
    if (live != null && !live.kept && !live.recalled) {
      live.recalled = true;
      String holder = live.attempt;
      pushes.add(new Push(holder, listener -> listener.recalled(name, holder)));
    }
    return queued(request.attempt(), now);
  }

  Standing renew(KeepAlive.Hold request, long now, List<Push> pushes) {
    Hold live = liveHold(now);
    if (live == null || !live.isOf(request.attempt())) {
      moveOn(now, pushes);
      return absent(request.attempt(), now);
    }
    live.expiry = Math.max(live.expiry, now + MILLISECONDS.toMicros(request.leaseMillis()));
    if (request.newStamp()) {
      live.stamp = nextStamp(now);
    }
    dropDeadPlaces(now);
    return holding(live, now);
  }

  Standing keepPlace(KeepAlive.Place request, long now, List<Push> pushes) {
    dropDeadPlaces(now);
    // The place is kept before the queue moves on: whoever asks is alive.
    Place place = queue.get(request.attempt());
    if (place != null) {
      place.keep(request.sentAt(), now + MILLISECONDS.toMicros(request.placeMillis()));
    }
    moveOn(now, pushes);
    Hold live = hold;
    if (live != null && live.isOf(request.attempt())) {
      return holding(live, now);
    }
    return queue.containsKey(request.attempt())
        ? queued(request.attempt(), now)
        : absent(request.attempt(), now);
  }

  boolean release(ReleaseRequest request, long now, List<Push> pushes) {
    Hold live = liveHold(now);
    boolean holds = live != null && live.isOf(request.attempt());
    boolean found = holds || queue.remove(request.attempt()) != null;
    if (!found || request.overtaking()) {
      marks.put(
          request.attempt(), new Mark(false, now + MILLISECONDS.toMicros(request.markMillis())));
    }
    if (live != null && holds) {
      if (request.keepMillis() > 0) {
        live.kept = true;
        live.expiry = now + MILLISECONDS.toMicros(request.keepMillis());
      } else {
        hold = null;
      }
    }
    moveOn(now, pushes);
    return found;
  }

  boolean breakHold(long now, List<Push> pushes) {
    Hold live = liveHold(now);
    if (live != null) {
      String holder = live.attempt;
      if (!live.kept) {
        marks.put(holder, new Mark(true, live.expiry));
        pushes.add(new Push(holder, listener -> listener.broken(name, holder)));
      }
      hold = null;
    }
    moveOn(now, pushes);
    return live != null;
  }

  LockInfo inspect(long now) {
    Hold live = liveHold(now);
    return new LockInfo(
        name,
        live == null
            ? Optional.empty()
            : Optional.of(
                LockInfo.Hold.of(
                    live.attempt,
                    live.stamp,
                    Duration.of(live.expiry - now, ChronoUnit.MICROS),
                    live.kept)),
        queue.entrySet().stream()
            .filter(place -> place.getValue().expiry > now)
            .map(place -> Owner.parse(place.getKey()))
            .toList());
  }

  boolean isUsed(long now) {
    return liveHold(now) != null || queue.values().stream().anyMatch(place -> place.expiry > now);
  }

  /** Whether nothing is lost by forgetting the name, its last stamp apart. */
  boolean isForgettable(long now) {
    marks.values().removeIf(mark -> mark.expiry <= now);
    return !isUsed(now) && marks.isEmpty();
  }

  long lastStamp() {
    return lastStamp;
  }

  /** Where there is no live hold, grants the first place that is alive. */
  private void moveOn(long now, List<Push> pushes) {
    marks.values().removeIf(mark -> mark.expiry <= now);
    if (liveHold(now) != null) {
      return;
    }
    hold = null;
    Iterator<Map.Entry<String, Place>> places = queue.entrySet().iterator();
    while (places.hasNext()) {
      Map.Entry<String, Place> next = places.next();
      places.remove();
      Place place = next.getValue();
      if (place.expiry > now) {
        String attempt = next.getKey();
        Hold granted = grant(attempt, place.claimMillis, now);
        dropDeadPlaces(now);
        // The grant itself says whether others wait.
        granted.recalled = !queue.isEmpty();
        Standing.Holding standing = holding(granted, now);
        long sentAt = place.sentAt;
        pushes.add(
            new Push(attempt, listener -> listener.granted(name, attempt, standing, sentAt)));
        return;
      }
    }
  }

  private Hold grant(String attempt, long millis, long now) {
    Hold granted = new Hold(attempt, nextStamp(now), now + MILLISECONDS.toMicros(millis));
    hold = granted;
    return granted;
  }

  private long nextStamp(long now) {
    lastStamp = Math.max(lastStamp + 1, now);
    return lastStamp;
  }

  private @Nullable Hold liveHold(long now) {
    return hold != null && hold.expiry > now ? hold : null;
  }

  private void dropDeadPlaces(long now) {
    queue.values().removeIf(place -> place.expiry <= now);
  }

  private Standing.Holding holding(Hold live, long now) {
    return new Standing.Holding(
        live.stamp, Math.max(0, (live.expiry - now) / 1_000), !queue.isEmpty());
  }

  private Standing queued(String attempt, long now) {
    long ahead = 0;
    for (Map.Entry<String, Place> place : queue.entrySet()) {
      if (place.getKey().equals(attempt)) {
        break;
      }
      if (place.getValue().expiry > now) {
        ahead++;
      }
    }
    Hold live = liveHold(now);
    return new Standing.Queued(
        ahead, live == null ? 0 : (live.expiry - now) / 1_000, live == null ? null : live.attempt);
  }

  private Standing absent(String attempt, long now) {
    Hold live = liveHold(now);
    Mark mark = marks.get(attempt);
    return new Standing.Absent(
        live == null ? 0 : (live.expiry - now) / 1_000,
        live == null ? null : live.attempt,
        mark != null && mark.broken);
  }

  private static final class Hold {
    final String attempt;
    long stamp;
    long expiry;
    boolean recalled;
    boolean kept;

    Hold(String attempt, long stamp, long expiry) {
      this.attempt = attempt;
      this.stamp = stamp;
      this.expiry = expiry;
    }

    boolean isOf(String other) {
      return !kept && attempt.equals(other);
    }
  }

  private static final class Place {
    final long claimMillis;
    long sentAt;
    long expiry;

    Place(long claimMillis, long sentAt, long expiry) {
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
