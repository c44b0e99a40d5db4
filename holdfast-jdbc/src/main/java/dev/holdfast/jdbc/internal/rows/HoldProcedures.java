package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the requests of clients do to a name's rows. Each method runs inside a transaction that
 * writes, but for what is done by one statement, which comes first. {@link RowAcquire} is the rest
 * of it.
 */
public final class HoldProcedures {
  /*
   * The protocol, which every store follows:
   * - A name is taken while its row's last millisecond has not passed. Nothing revives a dead hold:
   *   its attempt stays in the row, so a late acquire of it is refused, too.
   * - The queue moves on whenever a verb finds room for its first live place: that place becomes a
   *   hold, for its claim window, and so does the whole run that can share with it. Only a renewal,
   *   sent by a client that knows it holds, lengthens it; never the acquire or the keep-alive of a
   *   place. No request overtakes the queue, even if there is room beside the holds.
   * - A kept hold belongs to no attempt any more: it can only expire.
   * Every verb may run twice: the transaction is repeated when the database was busy, and the
   * engine repeats what was not answered.
   */

  /** How long a break is remembered after the hold would have ended by itself. */
  private static final long BROKEN_MARK_MILLIS = 60_000;

  private HoldProcedures() {}

  /** Releases in the usual case; false if it is none, and nothing has changed. */
  static boolean releaseAlone(NameTables name, ReleaseRequest request) throws SQLException {
    return request.keepMillis() == 0 && !request.overtaking() && name.freeAlone(request.attempt());
  }

  static Standing renew(NameTables name, KeepAlive.Hold request) throws SQLException {
    return renew(
        name,
        request.attempt(),
        request.leaseMillis(),
        snapshot -> request.newStamp() ? snapshot.nextStamp() : snapshot.ownStamp());
  }

  static Standing raise(NameTables name, KeepAlive.Raise request) throws SQLException {
    return renew(
        name,
        request.attempt(),
        request.leaseMillis(),
        snapshot ->
            snapshot.ownStamp() < request.stamp()
                ? Math.max(snapshot.stamp() + 1, request.stamp())
                : snapshot.ownStamp());
  }

  private static Standing renew(
      NameTables name, String attempt, long leaseMillis, ToLongFunction<NameSnapshot> stampOf)
      throws SQLException {
    NameSnapshot snapshot = movedOn(name, attempt, name.snapshot(attempt));
    if (!snapshot.isHeldBy(attempt)) {
      return snapshot.absent();
    }
    long stamp = stampOf.applyAsLong(snapshot);
    long expires = later(snapshot.ownExpires(), snapshot, leaseMillis);
    if (snapshot.isShared()) {
      name.renewShare(snapshot, attempt, stamp, expires);
    } else {
      name.renew(snapshot, stamp, expires);
    }
    return new Standing.Holding(
        stamp, expires - snapshot.now(), snapshot.someoneWaits(), snapshot.mode());
  }

  static Standing change(NameTables name, KeepAlive.Change request) throws SQLException {
    String attempt = request.attempt();
    NameSnapshot snapshot = movedOn(name, attempt, name.snapshot(attempt));
    if (!snapshot.isHeldBy(attempt)) {
      return snapshot.absent();
    }
    boolean isLate = snapshot.ownStamp() != request.stamp();
    if (isLate
        || snapshot.mode() == Mode.COUNTED
        || (request.to() == Mode.EXCLUSIVE && !isAlone(name, snapshot))) {
      return snapshot.standing(attempt);
    }
    long expires = later(snapshot.ownExpires(), snapshot, request.leaseMillis());
    name.change(snapshot, attempt, request.to(), expires);
    return movedOn(name, attempt, name.snapshot(attempt)).standing(attempt);
  }

  private static boolean isAlone(NameTables name, NameSnapshot snapshot) throws SQLException {
    return !snapshot.isShared() || name.shares().live(snapshot.now()).size() == 1;
  }

  static Standing keepPlace(NameTables name, KeepAlive.Place request) throws SQLException {
    String attempt = request.attempt();
    NameSnapshot snapshot = movedOn(name, attempt, name.snapshot(attempt));
    if (snapshot.isQueued()) {
      name.keepPlace(attempt, placeUntil(snapshot, attempt, request.placeMillis()));
      if (OverlongHolds.isTooLongForAPlace(attempt, snapshot.placeExpires() - snapshot.now())) {
        name.cutPlaces(OverlongHolds.longestPlace(snapshot));
      }
    }
    return snapshot.standing(attempt);
  }

  public static boolean release(NameTables name, ReleaseRequest request) throws SQLException {
    String attempt = request.attempt();
    NameSnapshot snapshot = name.snapshot(attempt);
    boolean holds = snapshot.isHeldBy(attempt);
    boolean found = holds || snapshot.isQueued();
    if (snapshot.placeExpires() >= 0) {
      name.leave(attempt);
    }
    if (!found || request.overtaking()) {
      name.mark(attempt, snapshot.now() + request.markMillis(), false);
    }
    if (holds && snapshot.isShared()) {
      endShare(name, snapshot, attempt, request.keepMillis());
    } else if (holds && request.keepMillis() > 0) {
      name.keep(snapshot, snapshot.now() + request.keepMillis());
    } else if (!name.handOn(holds ? snapshot.free() : snapshot, attempt) && holds) {
      name.free(snapshot);
    }
    return found;
  }

  private static void endShare(
      NameTables name, NameSnapshot snapshot, String attempt, long keepMillis) throws SQLException {
    SharedHoldRows shares = name.shares();
    if (keepMillis > 0) {
      shares.keep(attempt, snapshot.now() + keepMillis);
    } else {
      shares.end(attempt);
    }
    List<SharedHoldRows.Hold> left = shares.live(snapshot.now());
    long expires = left.stream().mapToLong(SharedHoldRows.Hold::expires).max().orElse(0);
    if (expires > 0) {
      name.renew(snapshot, snapshot.stamp(), expires);
    }
    NameSnapshot now =
        snapshot.until(expires, left.stream().mapToLong(SharedHoldRows.Hold::permits).sum());
    if (!name.handOn(now, attempt) && expires == 0) {
      name.free(snapshot);
    }
  }

  static boolean reduce(NameTables name, String attempt, int permits) throws SQLException {
    NameSnapshot snapshot = movedOn(name, attempt, name.snapshot(attempt));
    if (!snapshot.isHeldBy(attempt) || snapshot.mode() != Mode.COUNTED) {
      return false;
    }
    if (name.shares().reduce(attempt, permits)) {
      NameSnapshot unused = movedOn(name, attempt, name.snapshot(attempt));
    }
    return true;
  }

  static int resize(NameTables name, int expected, int size) throws SQLException {
    NameSnapshot snapshot = movedOn(name, "", name.snapshot(""));
    int before = snapshot.isUsed() ? snapshot.size() : 0;
    if (before > 0 && (expected == 0 || before == expected)) {
      name.resize(snapshot, size);
      NameSnapshot unused = movedOn(name, "", name.snapshot(""));
    }
    return before;
  }

  static boolean breakHold(NameTables name) throws SQLException {
    NameSnapshot snapshot = name.snapshot("");
    if (snapshot.isSpent()) {
      name.mendStamp(snapshot);
      boolean unused = breakHold(name); // whatever it has, from the clock on
      return true;
    }
    if (!snapshot.isTaken()) {
      return false;
    }
    name.breakAll(snapshot, BROKEN_MARK_MILLIS);
    if (!name.handOn(snapshot.free(), "")) {
      name.free(snapshot);
    }
    return true;
  }

  /** The name as it stands once holds that are over have ended, and the queue has moved on. */
  static NameSnapshot movedOn(NameTables name, String attempt, NameSnapshot snapshot)
      throws SQLException {
    NameSnapshot left =
        OverlongHolds.endOthers(name, attempt, snapshot) ? name.snapshot(attempt) : snapshot;
    return left.hasRoomForTheFirst() && name.handOn(left, attempt) ? name.snapshot(attempt) : left;
  }

  /** It moves on in any case: {@link OverlongHolds} sees by it that a hold was renewed. */
  private static long later(long expires, NameSnapshot snapshot, long millis) {
    return Math.max(expires + 1, snapshot.now() + millis);
  }

  /**
   * Until when a place lasts now: no shorter, unless the clock was set back since it was written.
   */
  static long placeUntil(NameSnapshot snapshot, String attempt, long millis) {
    long until = snapshot.now() + millis;
    long left = snapshot.placeExpires() - snapshot.now();
    boolean isTooLong = OverlongHolds.isTooLongForAPlace(attempt, left);
    return isTooLong ? until : Math.max(snapshot.placeExpires(), until);
  }
}
