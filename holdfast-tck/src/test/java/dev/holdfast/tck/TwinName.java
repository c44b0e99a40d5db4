package dev.holdfast.tck;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One name in a {@link TwinStore}: the protocol in its plainest form, and the flaws in it. */
final class TwinName {
  private static final long FOREVER = 60_000;

  private final TwinStore store;
  private final String namespace;
  private final String name;
  private final List<Place> queue = new ArrayList<>();
  private final Map<String, Boolean> ended = new HashMap<>(); // and whether it was broken
  private @Nullable Hold hold;
  private long lastStamp;

  TwinName(TwinStore store, String namespace, String name) {
    this.store = store;
    this.namespace = namespace;
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean isOf(String otherNamespace) {
    return namespace.equals(otherNamespace) || has(Flaw.NAMESPACES_MEET);
  }

  boolean isUsed() {
    return live() != null || !waiting().isEmpty();
  }

  Standing acquire(AcquireRequest request) {
    Hold last = hold;
    if (last != null
        && live() == null
        && last.isOf(request.attempt())
        && !has(Flaw.EXPIRED_ATTEMPT_COMES_BACK)) {
      ended.put(request.attempt(), false);
    }
    if (!has(Flaw.TRY_OVERTAKES_THE_QUEUE)) {
      moveOn();
    }
    String attempt = request.attempt();
    Hold live = live();
    if (live != null && live.isOf(attempt)) {
      if (has(Flaw.REPEATED_ACQUIRE_IS_A_NEW_GRANT)) {
        live.stamp = nextStamp();
      }
      Standing.Holding again = holding(live);
      return has(Flaw.REPEATED_ACQUIRE_IS_A_FRESH_LEASE)
          ? new Standing.Holding(again.stamp(), request.leaseMillis(), again.othersWait())
          : again;
    }
    boolean comesBack = has(Flaw.BROKEN_ATTEMPT_COMES_BACK) && ended.getOrDefault(attempt, false);
    if (ended.containsKey(attempt) && !comesBack) {
      return absent(attempt);
    }
    Place known = place(attempt);
    if (known != null && !has(Flaw.REPEATED_ACQUIRE_QUEUES_TWICE)) {
      known.keep(request.sentAt(), expiry(request.placeMillis()));
      return queued(attempt);
    }
    boolean isFree = live == null && (waiting().isEmpty() || has(Flaw.TRY_OVERTAKES_THE_QUEUE));
    boolean isOwn =
        has(Flaw.CLIENT_SHARES_ITS_HOLD)
            && live != null
            && ClientIdentity.clientOf(live.attempt).equals(ClientIdentity.clientOf(attempt));
    if (isFree || isOwn) {
      return holding(grant(attempt, request.leaseMillis()));
    }
    if (!request.waits() && !has(Flaw.TRY_QUEUES)) {
      return absent(attempt);
    }
    Place place =
        new Place(attempt, request.claimMillis(), request.sentAt(), expiry(request.placeMillis()));
    queue.add(has(Flaw.LAST_COME_FIRST_SERVED) ? 0 : queue.size(), place);
    if (live != null && !live.kept && !has(Flaw.NEVER_RECALLS)) {
      store.listener(live.attempt).recalled(name, live.attempt);
    }
    return request.waits() ? queued(attempt) : absent(attempt);
  }

  Standing renew(KeepAlive.Hold request) {
    Hold live = has(Flaw.RENEWAL_REVIVES) ? hold : live();
    boolean owns = live != null && live.isOf(request.attempt());
    if (live == null || !(owns || has(Flaw.RENEWAL_WITHOUT_OWNER_CHECK))) {
      moveOn();
      return absent(request.attempt());
    }
    long expiry = expiry(request.leaseMillis());
    if (!has(Flaw.RENEWAL_DOES_NOTHING)) {
      live.expiry = has(Flaw.RENEWAL_SHORTENS) ? expiry : Math.max(live.expiry, expiry);
    }
    if (request.newStamp() && !has(Flaw.NEW_STAMP_IGNORED)) {
      live.stamp = nextStamp();
    }
    return holding(live);
  }

  Standing keepPlace(KeepAlive.Place request) {
    Place place = place(request.attempt());
    if (place != null) {
      place.keep(request.sentAt(), expiry(request.placeMillis()));
    } else if (has(Flaw.KEEP_ALIVE_MAKES_PLACES) && !isHeldBy(request.attempt())) {
      queue.add(
          new Place(request.attempt(), FOREVER, request.sentAt(), expiry(request.placeMillis())));
    }
    if (!has(Flaw.WAITER_DOES_NOT_MOVE_THE_QUEUE)) {
      moveOn();
    }
    Hold live = live();
    if (live != null && live.isOf(request.attempt())) {
      if (has(Flaw.KEEP_ALIVE_OF_A_PLACE_CLAIMS)) {
        live.expiry = Math.max(live.expiry, expiry(request.placeMillis()));
      }
      return holding(live);
    }
    return place(request.attempt()) != null ? queued(request.attempt()) : absent(request.attempt());
  }

  boolean release(ReleaseRequest request) {
    String attempt = request.attempt();
    Hold live = live();
    boolean owns = live != null && live.isOf(attempt);
    boolean found = queue.removeIf(place -> place.attempt.equals(attempt)) || owns;
    if (request.overtaking() && !has(Flaw.OVERTAKING_RELEASE_LEAVES_NO_MARK)) {
      ended.put(attempt, false);
    }
    boolean careless =
        has(Flaw.RELEASE_WITHOUT_OWNER_CHECK)
            || (has(Flaw.STALE_RELEASE_KEEPS_THE_NEXT_HOLD) && request.keepMillis() > 0);
    if (live != null && (owns || careless)) {
      end(live, request);
    }
    return found;
  }

  private void end(Hold live, ReleaseRequest request) {
    if (has(Flaw.RELEASE_WAITS_FOR_EXPIRY)) {
      return;
    }
    if (request.keepMillis() > 0 && !has(Flaw.HOLD_AT_LEAST_IGNORED)) {
      live.kept = true;
      live.expiry = expiry(request.keepMillis());
      return;
    }
    hold = null;
    if (!has(Flaw.RELEASE_FREES_BEFORE_IT_HANDS_ON)) {
      moveOn();
    }
  }

  boolean breakHold() {
    Hold live = live();
    if (live != null) {
      ended.put(live.attempt, !has(Flaw.BREAK_IS_NOT_TOLD));
      hold = null;
      if (!has(Flaw.BREAK_IS_NOT_TOLD)) {
        store.listener(live.attempt).broken(name, live.attempt);
      }
      moveOn();
    }
    return live != null;
  }

  void abandon(String client) {
    Hold live = live();
    if (live != null && ClientIdentity.clientOf(live.attempt).equals(client)) {
      hold = null;
    }
  }

  LockInfo inspect() {
    return new LockInfo(
        name,
        Stream.ofNullable(live())
            .map(
                live ->
                    LockInfo.Hold.of(
                        live.attempt,
                        live.stamp,
                        Duration.ofMillis(left(live)),
                        Mode.EXCLUSIVE,
                        live.kept))
            .toList(),
        waiting().stream().map(place -> Owner.parse(place.attempt)).toList());
  }

  private void moveOn() {
    if (live() != null) {
      return;
    }
    List<Place> waiting = waiting();
    queue.retainAll(waiting);
    if (queue.isEmpty()) {
      return;
    }
    Place first = queue.remove(0);
    Hold granted =
        grant(first.attempt, has(Flaw.HANDED_HOLD_IS_LONG) ? FOREVER : first.claimMillis);
    store
        .listener(first.attempt)
        .granted(
            name,
            first.attempt,
            holding(granted),
            has(Flaw.PUSH_ECHOES_THE_FIRST_SENDING) ? first.firstSentAt : first.sentAt);
    if (has(Flaw.RELEASE_WAKES_ALL)) {
      for (Place other : queue) {
        store.listener(other.attempt).granted(name, other.attempt, holding(granted), other.sentAt);
      }
    }
  }

  private Hold grant(String attempt, long millis) {
    Hold granted = new Hold(attempt, nextStamp(), expiry(millis));
    hold = granted;
    return granted;
  }

  private long nextStamp() {
    long now = store.micros.getAsLong();
    lastStamp =
        has(Flaw.STAMP_IS_A_COUNTER)
            ? lastStamp + 1
            : has(Flaw.STAMP_IS_THE_CLOCK_ALONE) ? now : Math.max(lastStamp + 1, now);
    return lastStamp;
  }

  private Standing.Holding holding(Hold held) {
    boolean tell = !has(Flaw.TELLS_ONCE_THAT_OTHERS_WAIT) || !held.told;
    boolean othersWait = !waiting().isEmpty() && tell;
    held.told |= othersWait;
    return new Standing.Holding(held.stamp, left(held), othersWait);
  }

  private Standing queued(String attempt) {
    Hold live = live();
    return new Standing.Queued(
        waiting().stream().map(place -> place.attempt).toList().indexOf(attempt),
        live == null ? 0 : left(live),
        live == null ? null : live.attempt);
  }

  private Standing absent(String attempt) {
    Hold live = live();
    return new Standing.Absent(
        live == null ? 0 : left(live),
        live == null ? null : live.attempt,
        ended.getOrDefault(attempt, false));
  }

  private List<Place> waiting() {
    long now = store.micros.getAsLong();
    boolean all = has(Flaw.DEAD_WAITERS_ARE_SERVED);
    return new ArrayList<>(queue.stream().filter(p -> p.expiry > now || all).toList());
  }

  private @Nullable Place place(String attempt) {
    return waiting().stream().filter(p -> p.attempt.equals(attempt)).findFirst().orElse(null);
  }

  private boolean isHeldBy(String attempt) {
    Hold live = live();
    return live != null && live.isOf(attempt);
  }

  private @Nullable Hold live() {
    Hold held = hold;
    boolean isLive =
        held != null && (held.expiry > store.micros.getAsLong() || has(Flaw.EXPIRED_HOLD_STAYS));
    return isLive ? held : null;
  }

  private long left(Hold held) {
    return Math.max(0, (held.expiry - store.micros.getAsLong()) / 1_000);
  }

  private long expiry(long millis) {
    return store.micros.getAsLong() + millis * 1_000;
  }

  private boolean has(Flaw flaw) {
    return store.has(flaw);
  }

  private static final class Hold {
    final String attempt;
    long stamp;
    long expiry;
    boolean kept;
    boolean told;

    Hold(String attempt, long stamp, long expiry) {
      this.attempt = attempt;
      this.stamp = stamp;
      this.expiry = expiry;
    }

    boolean isOf(String other) {
      return attempt.equals(other) && !kept;
    }
  }

  private static final class Place {
    final String attempt;
    final long claimMillis;
    final long firstSentAt;
    long sentAt;
    long expiry;

    Place(String attempt, long claimMillis, long sentAt, long expiry) {
      this.attempt = attempt;
      this.claimMillis = claimMillis;
      this.firstSentAt = sentAt;
      this.sentAt = sentAt;
      this.expiry = expiry;
    }

    void keep(long newSentAt, long newExpiry) {
      sentAt = newSentAt - sentAt > 0 ? newSentAt : sentAt;
      expiry = Math.max(expiry, newExpiry);
    }
  }
}
