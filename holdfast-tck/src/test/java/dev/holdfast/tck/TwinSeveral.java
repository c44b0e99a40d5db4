package dev.holdfast.tck;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What concerns several names of a {@link TwinStore} at once, and the flaws in it. */
final class TwinSeveral {
  private final TwinStore store;
  private final String namespace;

  TwinSeveral(TwinStore store, String namespace) {
    this.store = store;
    this.namespace = namespace;
  }

  private TwinName name(String name) {
    return store.name(namespace, name);
  }

  List<Standing> acquire(List<AcquireRequest> requests) {
    List<Standing> tried = requests.stream().map(this::look).toList();
    int room = 0;
    while (room < tried.size() && tried.get(room) instanceof Standing.Holding) {
      room++;
    }
    boolean waits = requests.get(0).waits();
    boolean grants = room == tried.size() || waits || has(Flaw.TRY_OF_SEVERAL_KEEPS_SOME);
    long stamp = stamp(requests.subList(0, room));
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      boolean isFree = tried.get(i) instanceof Standing.Holding;
      boolean skips = waits && has(Flaw.TAKEN_NAMES_ARE_SKIPPED);
      if (isFree && (grants ? i < room || skips : isOwn(requests.get(i)))) {
        standings.add(grant(requests.get(i), stamp));
      } else {
        standings.add(refuse(i, room, requests.get(i), tried.get(i)));
      }
    }
    return standings;
  }

  private boolean isOwn(AcquireRequest request) {
    return name(request.name()).holds().own(request.attempt()) != null;
  }

  /** What a try would be answered; nothing is granted. */
  private Standing look(AcquireRequest request) {
    TwinName name = name(request.name());
    if (isOwn(request)) {
      return name.acquire(asTry(request));
    }
    long last = name.holds().lastStamp();
    Standing standing = name.acquire(asTry(request));
    boolean forced =
        (has(Flaw.SEVERAL_OVERTAKE_THE_QUEUE) && name.hasRoom(request.mode(), request.permits()))
            || (has(Flaw.ENDED_ATTEMPT_AMONG_SEVERAL_IS_GRANTED) && name.isOpenTo(request));
    TwinHold granted = name.holds().own(request.attempt());
    if (granted != null) {
      name.holds().remove(granted);
      name.holds().lastStamp(last);
    } else if (forced && standing instanceof Standing.Absent) {
      return new Standing.Holding(1, 1, false, request.mode());
    }
    return standing;
  }

  private static AcquireRequest asTry(AcquireRequest asked) {
    return new AcquireRequest(
        asked.name(),
        asked.attempt(),
        asked.mode(),
        false,
        asked.leaseMillis(),
        asked.claimMillis(),
        asked.placeMillis(),
        asked.sentAt(),
        asked.permits(),
        asked.size());
  }

  /** The one stamp for all of these. */
  private long stamp(List<AcquireRequest> requests) {
    long stamp = store.micros.getAsLong();
    boolean first = has(Flaw.SEVERAL_HAVE_THE_STAMP_OF_THE_FIRST);
    for (AcquireRequest request : first ? requests.stream().limit(1).toList() : requests) {
      stamp = Math.max(stamp, name(request.name()).holds().lastStamp() + 1);
    }
    return stamp;
  }

  private Standing grant(AcquireRequest request, long stamp) {
    TwinName name = name(request.name());
    TwinHolds holds = name.holds();
    TwinHold own = holds.own(request.attempt());
    if (own != null) {
      if (has(Flaw.SEVERAL_ASKED_AGAIN_HAVE_A_NEW_STAMP)) {
        own.stamp = holds.nextStamp();
      }
      return name.holding(own);
    }
    long last = holds.lastStamp();
    if (!has(Flaw.SEVERAL_HAVE_STAMPS_OF_THEIR_OWN)) {
      holds.lastStamp(Math.max(last, stamp - 1));
    }
    TwinHold granted =
        holds.grant(request.attempt(), request.mode(), request.permits(), request.leaseMillis());
    if (has(Flaw.SEVERAL_HAVE_THE_STAMP_OF_THE_FIRST)) {
      granted.stamp = stamp;
    } else if (has(Flaw.ONE_STAMP_FORGETS_THE_OTHERS)) {
      holds.lastStamp(last);
    }
    return name.holding(granted);
  }

  private Standing refuse(int index, int room, AcquireRequest request, Standing tried) {
    TwinName name = name(request.name());
    Standing nothing = new Standing.Absent(0, null, false);
    if (index == 0 && room == 0) {
      return name.acquire(has(Flaw.FIRST_OF_SEVERAL_DOES_NOT_QUEUE) ? asTry(request) : request);
    }
    if (has(Flaw.EVERY_TAKEN_NAME_IS_QUEUED_FOR) && tried instanceof Standing.Absent) {
      Standing unused = name.acquire(request);
      return nothing;
    }
    if (has(Flaw.REFUSAL_OF_SEVERAL_RECALLS)) {
      name.holds().recall(request.name());
    }
    boolean untold =
        tried instanceof Standing.Mismatched && has(Flaw.SEVERAL_ARE_NOT_TOLD_THE_SIZE);
    return index == room && !untold ? tried : nothing;
  }

  Standing renew(KeepAlive.Hold request) {
    Standing standing = name(request.name()).renew(request);
    TwinHold own = name(request.name()).holds().own(request.attempt());
    if (own != null && has(Flaw.SEVERAL_ARE_RENEWED_TOGETHER)) {
      likewise(own, other -> other.expiry = own.expiry);
    }
    return standing;
  }

  Standing raise(KeepAlive.Raise request) {
    TwinName name = name(request.name());
    TwinHolds holds = name.holds();
    boolean revives = has(Flaw.RAISE_REVIVES);
    if (!revives) {
      name.moveOn();
    }
    TwinHold own = revives ? holds.known(request.attempt()) : holds.own(request.attempt());
    if (own == null) {
      return name.absent(request.attempt());
    }
    long expiry = holds.expiry(request.leaseMillis());
    if (!has(Flaw.RAISE_LENGTHENS_NOTHING)) {
      own.expiry = has(Flaw.RAISE_SHORTENS) ? expiry : Math.max(own.expiry, expiry);
    }
    if (own.stamp < request.stamp() && !has(Flaw.RAISE_IS_IGNORED)) {
      boolean again = has(Flaw.RAISE_GIVES_A_STAMP_AGAIN);
      own.stamp = again ? request.stamp() : Math.max(holds.lastStamp() + 1, request.stamp());
      if (!has(Flaw.RAISE_IS_FORGOTTEN)) {
        holds.lastStamp(Math.max(holds.lastStamp(), own.stamp));
      }
    } else if (has(Flaw.RAISE_LOWERS)) {
      own.stamp = request.stamp();
    }
    return name.holding(own);
  }

  boolean release(ReleaseRequest request) {
    TwinName name = name(request.name());
    TwinHold own = name.holds().own(request.attempt());
    boolean found = name.release(request);
    if (own != null && has(Flaw.SEVERAL_END_TOGETHER)) {
      likewise(own, other -> other.expiry = 0);
    }
    return found;
  }

  /** Does something to all other holds that have the same stamp. */
  private void likewise(TwinHold own, Consumer<TwinHold> change) {
    for (TwinName name : store.names.values()) {
      name.holds().live().stream()
          .filter(other -> other != own && other.stamp == own.stamp)
          .forEach(change);
    }
  }

  List<Boolean> release(List<ReleaseRequest> requests) {
    List<Boolean> found = new ArrayList<>();
    for (ReleaseRequest request : requests) {
      boolean skips = has(Flaw.RELEASE_OF_SEVERAL_ENDS_THE_FIRST) && !found.isEmpty();
      boolean was = skips || release(asFlawed(request));
      if (!was && has(Flaw.RELEASE_OF_SEVERAL_ENDS_WHOEVER_HOLDS)) {
        name(request.name()).holds().clear();
      }
      found.add(was || has(Flaw.RELEASE_OF_SEVERAL_FINDS_ALL));
    }
    return found;
  }

  private ReleaseRequest asFlawed(ReleaseRequest request) {
    return has(Flaw.RELEASE_OF_SEVERAL_IS_PLAIN)
        ? new ReleaseRequest(request.name(), request.attempt(), 0, false, request.markMillis())
        : request;
  }

  private boolean has(Flaw flaw) {
    return store.has(flaw);
  }
}
