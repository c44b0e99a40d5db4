package dev.holdfast.tck;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One name in a {@link TwinStore}: the protocol in its plainest form, and the flaws in it. */
final class TwinName {
  private static final long FOREVER = 60_000;

  private final TwinStore store;
  private final String namespace;
  private final String name;
  private final List<TwinPlace> queue = new ArrayList<>();
  private final Map<String, Boolean> ended = new HashMap<>(); // and whether it was broken
  private final TwinHolds holds;
  private final TwinPermits permits;

  TwinName(TwinStore store, String namespace, String name) {
    this.store = store;
    this.namespace = namespace;
    this.name = name;
    this.holds = new TwinHolds(store);
    this.permits = new TwinPermits(store, holds);
  }

  String name() {
    return name;
  }

  boolean isOf(String otherNamespace) {
    return namespace.equals(otherNamespace) || has(Flaw.NAMESPACES_MEET);
  }

  TwinHolds holds() {
    return holds;
  }

  boolean isUsed() {
    return !holds.live().isEmpty() || !waiting().isEmpty();
  }

  Standing acquire(AcquireRequest request) {
    TwinHold last = holds.known(request.attempt());
    if (last != null
        && holds.own(request.attempt()) == null
        && !has(Flaw.EXPIRED_ATTEMPT_COMES_BACK)
        && !permits.have(Flaw.EXPIRED_COUNTED_HOLD_COMES_BACK)) {
      ended.put(request.attempt(), false);
    }
    if (!has(Flaw.TRY_OVERTAKES_THE_QUEUE)) {
      moveOn();
    }
    String attempt = request.attempt();
    TwinHold own = holds.own(attempt);
    if (own != null) {
      if (has(Flaw.REPEATED_ACQUIRE_IS_A_NEW_GRANT)) {
        own.stamp = holds.nextStamp();
      }
      if (has(Flaw.REPEATED_ACQUIRE_TAKES_MORE_PERMITS)) {
        own.permits += request.permits();
      }
      Standing.Holding again = holding(own);
      return has(Flaw.REPEATED_ACQUIRE_IS_A_FRESH_LEASE)
          ? new Standing.Holding(
              again.stamp(), request.leaseMillis(), again.othersWait(), again.mode())
          : again;
    }
    boolean comesBack = has(Flaw.BROKEN_ATTEMPT_COMES_BACK) && ended.getOrDefault(attempt, false);
    if (ended.containsKey(attempt) && !comesBack) {
      return absent(attempt);
    }
    TwinPlace known = place(attempt);
    if (known != null && !has(Flaw.REPEATED_ACQUIRE_QUEUES_TWICE)) {
      known.keep(request.sentAt(), holds.expiry(request.placeMillis()));
      return queued(attempt);
    }
    Standing mismatch = permits.mismatch(request, isUsed());
    if (mismatch != null) {
      if (has(Flaw.MISMATCH_ENDS_THE_ATTEMPT)) {
        ended.put(attempt, false);
      } else if (has(Flaw.MISMATCH_RECALLS)) {
        holds.recall(name);
      }
      return mismatch;
    }
    if (isOpenTo(request)) {
      TwinHold granted =
          holds.grant(attempt, request.mode(), request.permits(), request.leaseMillis());
      holds.propose(granted, request.proposedStamp());
      return holding(granted);
    }
    if (!request.waits() && !has(Flaw.TRY_QUEUES)) {
      return absent(attempt);
    }
    queue.add(
        has(Flaw.LAST_COME_FIRST_SERVED) ? 0 : queue.size(),
        new TwinPlace(request, holds.expiry(request.placeMillis())));
    holds.recall(name);
    return request.waits() ? queued(attempt) : absent(attempt);
  }

  boolean isOpenTo(AcquireRequest request) {
    boolean overtakes =
        has(Flaw.TRY_OVERTAKES_THE_QUEUE)
            || (has(Flaw.READER_OVERTAKES_A_WAITING_WRITER) && request.mode() == Mode.SHARED)
            || permits.have(Flaw.FEW_OVERTAKE_MANY);
    if (hasRoom(request.mode(), request.permits()) && (waiting().isEmpty() || overtakes)) {
      return true;
    }
    String client = ClientIdentity.clientOf(request.attempt());
    return has(Flaw.CLIENT_SHARES_ITS_HOLD)
        && holds.live().stream()
            .anyMatch(held -> ClientIdentity.clientOf(held.attempt).equals(client));
  }

  boolean hasRoom(Mode mode, int asked) {
    return mode == Mode.COUNTED ? permits.admit(asked) : holds.admits(mode);
  }

  Standing renew(KeepAlive.Hold request) {
    boolean revives = has(Flaw.RENEWAL_REVIVES);
    TwinHold own = revives ? holds.known(request.attempt()) : holds.own(request.attempt());
    if (own == null && has(Flaw.RENEWAL_WITHOUT_OWNER_CHECK) && !holds.live().isEmpty()) {
      own = holds.live().get(0);
    }
    if (own == null) {
      moveOn();
      return absent(request.attempt());
    }
    long expiry = holds.expiry(request.leaseMillis());
    if (!has(Flaw.RENEWAL_DOES_NOTHING)) {
      own.expiry = has(Flaw.RENEWAL_SHORTENS) ? expiry : Math.max(own.expiry, expiry);
    }
    if (has(Flaw.RENEWAL_LENGTHENS_ALL_READERS)
        || permits.have(Flaw.RENEWAL_LENGTHENS_ALL_COUNTED_HOLDS)) {
      holds.live().forEach(held -> held.expiry = Math.max(held.expiry, expiry));
    }
    if (request.newStamp() && !has(Flaw.NEW_STAMP_IGNORED)) {
      own.stamp = holds.nextStamp();
    }
    return holding(own);
  }

  Standing change(KeepAlive.Change request) {
    if (!has(Flaw.CHANGE_REVIVES)) {
      moveOn();
    }
    TwinHold own =
        has(Flaw.CHANGE_REVIVES) ? holds.known(request.attempt()) : holds.own(request.attempt());
    if (own == null) {
      return absent(request.attempt());
    }
    boolean isLate = own.stamp != request.stamp() && !has(Flaw.LATE_CHANGE_COUNTS);
    boolean hasRoom =
        request.to() == Mode.SHARED || holds.live().size() == 1 || has(Flaw.UPGRADE_BESIDE_READERS);
    boolean stays = own.mode == Mode.COUNTED && !has(Flaw.COUNTED_HOLD_CHANGES_ITS_MODE);
    if (stays || isLate || !hasRoom) {
      return holding(own);
    }
    own.mode = request.to();
    if (!has(Flaw.CHANGE_KEEPS_ITS_STAMP)) {
      own.stamp = holds.nextStamp();
    }
    if (!has(Flaw.CHANGE_LENGTHENS_NOTHING)) {
      own.expiry = Math.max(own.expiry, holds.expiry(request.leaseMillis()));
    }
    if (!has(Flaw.DOWNGRADE_ADMITS_NOBODY)) {
      moveOn();
    }
    return holding(own);
  }

  Standing keepPlace(KeepAlive.Place request) {
    TwinPlace place = place(request.attempt());
    if (place != null) {
      place.keep(request.sentAt(), holds.expiry(request.placeMillis()));
    } else if (has(Flaw.KEEP_ALIVE_MAKES_PLACES) && holds.own(request.attempt()) == null) {
      queue.add(
          new TwinPlace(
              request.attempt(),
              Mode.EXCLUSIVE,
              0,
              FOREVER,
              request.sentAt(),
              holds.expiry(request.placeMillis())));
    }
    if (!has(Flaw.WAITER_DOES_NOT_MOVE_THE_QUEUE)) {
      moveOn();
    }
    TwinHold own = holds.own(request.attempt());
    if (own != null) {
      if (has(Flaw.KEEP_ALIVE_OF_A_PLACE_CLAIMS)) {
        own.expiry = Math.max(own.expiry, holds.expiry(request.placeMillis()));
      }
      return holding(own);
    }
    return place(request.attempt()) != null ? queued(request.attempt()) : absent(request.attempt());
  }

  boolean release(ReleaseRequest request) {
    String attempt = request.attempt();
    List<TwinHold> live = holds.live();
    TwinHold own = holds.own(attempt);
    boolean waited = queue.removeIf(place -> place.attempt.equals(attempt));
    if (request.overtaking() && !has(Flaw.OVERTAKING_RELEASE_LEAVES_NO_MARK)) {
      ended.put(attempt, false);
    }
    boolean careless =
        has(Flaw.RELEASE_WITHOUT_OWNER_CHECK)
            || (has(Flaw.STALE_RELEASE_KEEPS_THE_NEXT_HOLD) && request.keepMillis() > 0);
    if (own != null) {
      end(own, request);
    } else if (careless && !live.isEmpty()) {
      end(live.get(0), request);
    } else if (!waited) {
      permits.releasedByNobody();
    }
    if (waited
        && !has(Flaw.LEAVING_MAKES_NO_ROOM)
        && !permits.have(Flaw.LEAVING_MAKES_NO_ROOM_FOR_PERMITS)) {
      moveOn();
    }
    return waited || own != null;
  }

  private void end(TwinHold live, ReleaseRequest request) {
    if (has(Flaw.RELEASE_WAITS_FOR_EXPIRY)) {
      return;
    }
    if (request.keepMillis() > 0 && !has(Flaw.HOLD_AT_LEAST_IGNORED)) {
      live.kept = true;
      live.expiry = holds.expiry(request.keepMillis());
      return;
    }
    if (has(Flaw.RELEASE_ENDS_ALL_READERS) || permits.have(Flaw.RELEASE_ENDS_ALL_COUNTED_HOLDS)) {
      holds.clear();
    }
    holds.remove(live);
    if (!has(Flaw.RELEASE_FREES_BEFORE_IT_HANDS_ON)) {
      moveOn();
    }
  }

  boolean reduce(String attempt, int left) {
    moveOn();
    TwinHold own = holds.own(attempt);
    if (own == null && has(Flaw.REDUCTION_OF_ANY_HOLD) && !holds.live().isEmpty()) {
      own = holds.live().get(0);
    }
    if (own == null || own.mode != Mode.COUNTED) {
      return false;
    }
    if (has(Flaw.REDUCTION_GIVES_ALL_BACK)) {
      holds.remove(own);
    }
    if (left < own.permits && has(Flaw.REDUCTION_CHANGES_THE_STAMP)) {
      own.stamp = holds.nextStamp();
    }
    if (!has(Flaw.REDUCTION_GIVES_NOTHING_BACK)) {
      boolean late = has(Flaw.LATE_REDUCTION_TAKES_PERMITS);
      own.permits = late ? left : Math.min(left, own.permits);
    }
    if (!has(Flaw.REDUCTION_SERVES_NOBODY)) {
      moveOn();
    }
    return true;
  }

  int resize(int expected, int newSize) {
    moveOn();
    int before = permits.resize(expected, newSize, isUsed());
    if (has(Flaw.RESIZED_PLACES_ARE_LOST)) {
      queue.clear();
    }
    if (!has(Flaw.GROWTH_SERVES_NOBODY)) {
      moveOn();
    }
    return before;
  }

  boolean breakHold() {
    List<TwinHold> live = holds.live();
    boolean one = has(Flaw.BREAK_ENDS_ONE_READER) || permits.have(Flaw.BREAK_ENDS_ONE_COUNTED_HOLD);
    for (TwinHold broken : one ? live.stream().limit(1).toList() : live) {
      ended.put(broken.attempt, !has(Flaw.BREAK_IS_NOT_TOLD));
      holds.remove(broken);
      if (!has(Flaw.BREAK_IS_NOT_TOLD)) {
        store.listener(broken.attempt).broken(name, broken.attempt);
      }
    }
    moveOn();
    return !live.isEmpty();
  }

  void abandon(String client) {
    holds.live().stream()
        .filter(held -> ClientIdentity.clientOf(held.attempt).equals(client))
        .forEach(holds::remove);
  }

  LockInfo inspect() {
    return new LockInfo(
        name,
        holds.shown(),
        waiting().stream().map(place -> Owner.parse(place.attempt)).toList(),
        permits.shown(isUsed()));
  }

  void moveOn() {
    queue.retainAll(waiting());
    Map<TwinHold, TwinPlace> run = new LinkedHashMap<>();
    for (TwinPlace next = next(); next != null; next = next()) {
      queue.remove(next);
      run.put(
          holds.grant(
              next.attempt,
              next.mode,
              next.permits,
              has(Flaw.HANDED_HOLD_IS_LONG) || permits.have(Flaw.HANDED_PERMITS_ARE_LONG)
                  ? FOREVER
                  : next.claimMillis),
          next);
      if (has(Flaw.READERS_ARE_GRANTED_ONE_BY_ONE)
          || permits.have(Flaw.PERMITS_ARE_GRANTED_ONE_BY_ONE)) {
        break;
      }
    }
    run.forEach(this::tell);
    if (!run.isEmpty() && has(Flaw.RELEASE_WAKES_ALL)) {
      TwinHold first = run.keySet().iterator().next();
      queue.forEach(other -> tell(other.attempt, first, other.sentAt));
    }
  }

  private @Nullable TwinPlace next() {
    boolean passes =
        has(Flaw.RUN_PASSES_A_WAITING_WRITER) || permits.have(Flaw.FEW_PASS_MANY_IN_THE_QUEUE);
    return queue.stream()
        .limit(passes ? queue.size() : 1)
        .filter(place -> hasRoom(place.mode, place.permits))
        .findFirst()
        .orElse(null);
  }

  private void tell(TwinHold granted, TwinPlace place) {
    boolean isSilent =
        (has(Flaw.FIRST_OF_A_RUN_IS_TOLD) || permits.have(Flaw.FIRST_OF_A_COUNTED_RUN_IS_TOLD))
            && holds.live().stream()
                .anyMatch(held -> held != granted && held.stamp < granted.stamp);
    if (!isSilent) {
      tell(
          place.attempt,
          granted,
          has(Flaw.PUSH_ECHOES_THE_FIRST_SENDING) ? place.firstSentAt : place.sentAt);
    }
  }

  private void tell(String attempt, TwinHold granted, long sentAt) {
    store.listener(attempt).granted(name, attempt, holding(granted), sentAt);
  }

  Standing.Holding holding(TwinHold held) {
    boolean once =
        has(Flaw.TELLS_ONCE_THAT_OTHERS_WAIT) || permits.have(Flaw.COUNTED_HOLDER_IS_TOLD_ONCE);
    boolean tell = !once || !held.told;
    boolean othersWait = !waiting().isEmpty() && tell;
    held.told |= othersWait;
    return new Standing.Holding(held.stamp, holds.left(held), othersWait, toldMode(held.mode));
  }

  private Mode toldMode(Mode mode) {
    return has(Flaw.READER_IS_TOLD_IT_WRITES)
        ? Mode.EXCLUSIVE
        : permits.have(Flaw.WHO_COUNTS_IS_TOLD_IT_SHARES) ? Mode.SHARED : mode;
  }

  private Standing queued(String attempt) {
    return new Standing.Queued(
        waiting().stream().map(place -> place.attempt).toList().indexOf(attempt),
        holds.left(),
        holds.holder());
  }

  Standing absent(String attempt) {
    return new Standing.Absent(holds.left(), holds.holder(), ended.getOrDefault(attempt, false));
  }

  private List<TwinPlace> waiting() {
    long now = store.micros.getAsLong();
    boolean all =
        has(Flaw.DEAD_WAITERS_ARE_SERVED) || permits.have(Flaw.DEAD_PLACE_FOR_MANY_BLOCKS);
    return new ArrayList<>(
        queue.stream().filter(p -> (p.expiry > now || all) && permits.suffice(p)).toList());
  }

  private @Nullable TwinPlace place(String attempt) {
    return waiting().stream().filter(p -> p.attempt.equals(attempt)).findFirst().orElse(null);
  }

  private boolean has(Flaw flaw) {
    return store.has(flaw);
  }
}
