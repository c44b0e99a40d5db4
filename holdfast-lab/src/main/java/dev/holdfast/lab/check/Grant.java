package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One grant, put together from a history.
 *
 * @param asked before the request began
 * @param granted after it had returned
 * @param promised until when the lock had promised at that moment to be held
 * @param claimed the end of the claimed validity, which begins with {@code granted}: the earlier of
 *     what the lock said last and the call of release; never later than what it surely claimed
 * @param release before release was called; the end of time if it was not
 * @param released after release had returned; the end of time if it did not
 * @param former the request that became this one by a change of sides, or 0
 */
public record Grant(
    long op,
    int name,
    long token,
    long asked,
    long granted,
    long promised,
    long claimed,
    long release,
    long released,
    boolean view,
    Want want,
    long former) {
  private static final long TOKENS_PER_STAMP = 4096;

  /** Says of which grant of the store it is, lent ones included; 0 if its token does not tell. */
  long stamp() {
    return stamp(token);
  }

  static long stamp(long token) {
    return token / TOKENS_PER_STAMP;
  }

  Mode mode() {
    return want.mode();
  }

  /** Whether it was surely valid when it was handed out, so that no other can have come before. */
  boolean validWhenGranted() {
    return promised > granted;
  }

  /** All grants of a history, by the time at which they were granted. */
  static List<Grant> all(History history) {
    Map<Long, List<Event>> byOp = new HashMap<>();
    for (Event event : history.events()) {
      byOp.computeIfAbsent(event.op(), op -> new ArrayList<>()).add(event);
    }
    List<Event> closes = history.closes();
    return byOp.values().stream()
        .filter(events -> events.stream().anyMatch(e -> e.kind() == Kind.GRANTED))
        .map(events -> of(events, history, closes))
        .sorted(java.util.Comparator.comparingLong(Grant::granted))
        .toList();
  }

  private static Grant of(List<Event> events, History history, List<Event> closes) {
    long op = events.get(0).op();
    long killed = history.killed(Ops.client(op), Ops.life(op));
    long closed = Long.MAX_VALUE;
    long asked = 0;
    long granted = 0;
    long promised = 0;
    long token = 0;
    long seen = 0;
    long until = 0;
    long former = 0;
    long release = Long.MAX_VALUE;
    long released = Long.MAX_VALUE;
    boolean lost = false;
    boolean view = false;
    Want want = Want.WRITE;
    for (Event e : events) {
      switch (e.kind()) {
        case ASK -> {
          asked = e.at();
          view = e.way() == 'n';
          want = e.want();
        }
        case GRANTED -> {
          granted = e.at();
          token = e.token();
          promised = e.at() + e.a();
          former = e.b();
          seen = e.at();
          until = promised;
        }
        case HELD, ENSURED -> {
          if (release == Long.MAX_VALUE) {
            seen = Math.max(seen, e.at());
            until = Math.max(until, e.at() + e.a());
          }
        }
        case NOT_HELD -> lost = true;
        case RELEASE -> release = Math.min(release, e.at());
        case RELEASED, RELEASE_FAILED -> released = e.at();
        default -> {}
      }
    }
    for (Event e : closes) {
      if (Ops.sameClient(e.op(), op) && e.at() >= granted) {
        closed = Math.min(closed, e.at());
      }
    }
    // Lost before it was over: sure is only what the lock said before.
    long said = lost ? seen : Math.max(seen, until);
    long claimed = Math.min(Math.min(said, release), Math.min(killed, closed));
    return new Grant(
        op,
        events.get(0).name(),
        token,
        asked,
        granted,
        promised,
        claimed,
        release,
        released,
        view,
        want,
        former);
  }
}
