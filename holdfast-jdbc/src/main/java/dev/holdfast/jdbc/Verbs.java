package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the verbs do to a name's rows. Each method runs inside a transaction that writes, but for
 * what is done by one statement, which comes first. {@link Acquiring} is the rest of it.
 */
final class Verbs {
  /*
   * The protocol, which every store follows:
   * - A name is taken while its row's last millisecond has not passed. Nothing revives a dead hold:
   *   its attempt stays in the row, so a late acquire of it is refused, too.
   * - The queue moves on whenever a verb finds room for its first live place: that place becomes a
   *   hold, for its claim window, and so does the whole run that can share with it. Only a renewal,
   *   sent by a client that knows it holds, lengthens it; never the acquire or the keep-alive of a
   *   place. Nobody overtakes the queue, even if there is room beside the holds.
   * - A kept hold belongs to no attempt any more: it can only expire.
   * Every verb may run twice: the transaction is repeated when the database was busy, and the
   * engine repeats what was not answered.
   */

  /** How long a break is remembered after the hold would have ended by itself. */
  private static final long BROKEN_MARK_MILLIS = 60_000;

  private Verbs() {}

  /** Releases in the usual case; false if it is none, and nothing has changed. */
  static boolean releaseAlone(NameTables name, ReleaseRequest request) throws SQLException {
    return request.keepMillis() == 0 && !request.overtaking() && name.freeAlone(request.attempt());
  }

  static Standing renew(NameTables name, KeepAlive.Hold request) throws SQLException {
    return renew(
        name,
        request.attempt(),
        request.leaseMillis(),
        view -> request.newStamp() ? view.nextStamp() : view.ownStamp());
  }

  static Standing raise(NameTables name, KeepAlive.Raise request) throws SQLException {
    return renew(
        name,
        request.attempt(),
        request.leaseMillis(),
        view ->
            view.ownStamp() < request.stamp()
                ? Math.max(view.stamp() + 1, request.stamp())
                : view.ownStamp());
  }

  private static Standing renew(
      NameTables name, String attempt, long leaseMillis, ToLongFunction<View> stampOf)
      throws SQLException {
    View view = movedOn(name, attempt, name.view(attempt));
    if (!view.isHeldBy(attempt)) {
      return view.absent();
    }
    long stamp = stampOf.applyAsLong(view);
    long expires = later(view.ownExpires(), view, leaseMillis);
    if (view.isShared()) {
      name.renewShare(view, attempt, stamp, expires);
    } else {
      name.renew(view, stamp, expires);
    }
    return new Standing.Holding(stamp, expires - view.now(), view.someoneWaits(), view.mode());
  }

  static Standing change(NameTables name, KeepAlive.Change request) throws SQLException {
    String attempt = request.attempt();
    View view = movedOn(name, attempt, name.view(attempt));
    if (!view.isHeldBy(attempt)) {
      return view.absent();
    }
    boolean isLate = view.ownStamp() != request.stamp();
    if (isLate
        || view.mode() == Mode.COUNTED
        || (request.to() == Mode.EXCLUSIVE && !isAlone(name, view))) {
      return view.standing(attempt);
    }
    long expires = later(view.ownExpires(), view, request.leaseMillis());
    name.change(view, attempt, request.to(), expires);
    return movedOn(name, attempt, name.view(attempt)).standing(attempt);
  }

  private static boolean isAlone(NameTables name, View view) throws SQLException {
    return !view.isShared() || name.shares().live(view.now()).size() == 1;
  }

  static Standing keepPlace(NameTables name, KeepAlive.Place request) throws SQLException {
    String attempt = request.attempt();
    View view = movedOn(name, attempt, name.view(attempt));
    if (view.isQueued()) {
      name.keepPlace(attempt, placeUntil(view, attempt, request.placeMillis()));
      if (OverlongHolds.isTooLongForAPlace(attempt, view.placeExpires() - view.now())) {
        name.cutPlaces(OverlongHolds.longestPlace(view));
      }
    }
    return view.standing(attempt);
  }

  static boolean release(NameTables name, ReleaseRequest request) throws SQLException {
    String attempt = request.attempt();
    View view = name.view(attempt);
    boolean holds = view.isHeldBy(attempt);
    boolean found = holds || view.isQueued();
    if (view.placeExpires() >= 0) {
      name.leave(attempt);
    }
    if (!found || request.overtaking()) {
      name.mark(attempt, view.now() + request.markMillis(), false);
    }
    if (holds && view.isShared()) {
      endShare(name, view, attempt, request.keepMillis());
    } else if (holds && request.keepMillis() > 0) {
      name.keep(view, view.now() + request.keepMillis());
    } else if (!name.handOn(holds ? view.free() : view, attempt) && holds) {
      name.free(view);
    }
    return found;
  }

  private static void endShare(NameTables name, View view, String attempt, long keepMillis)
      throws SQLException {
    Shares shares = name.shares();
    if (keepMillis > 0) {
      shares.keep(attempt, view.now() + keepMillis);
    } else {
      shares.end(attempt);
    }
    List<Shares.Hold> left = shares.live(view.now());
    long expires = left.stream().mapToLong(Shares.Hold::expires).max().orElse(0);
    if (expires > 0) {
      name.renew(view, view.stamp(), expires);
    }
    View now = view.until(expires, left.stream().mapToLong(Shares.Hold::permits).sum());
    if (!name.handOn(now, attempt) && expires == 0) {
      name.free(view);
    }
  }

  static int resize(NameTables name, int size) throws SQLException {
    View view = movedOn(name, "", name.view(""));
    int before = view.isUsed() ? view.size() : 0;
    if (before > 0) {
      name.resize(view, size);
      View unused = movedOn(name, "", name.view(""));
    }
    return before;
  }

  static boolean breakHold(NameTables name) throws SQLException {
    View view = name.view("");
    if (!view.isTaken()) {
      return false;
    }
    name.breakAll(view, BROKEN_MARK_MILLIS);
    if (!name.handOn(view.free(), "")) {
      name.free(view);
    }
    return true;
  }

  /** The name as it stands once holds that are over have ended, and the queue has moved on. */
  static View movedOn(NameTables name, String attempt, View view) throws SQLException {
    View left = OverlongHolds.endOthers(name, attempt, view) ? name.view(attempt) : view;
    return left.hasRoomForTheFirst() && name.handOn(left, attempt) ? name.view(attempt) : left;
  }

  /** It moves on in any case: {@link OverlongHolds} sees by it that a hold was renewed. */
  private static long later(long expires, View view, long millis) {
    return Math.max(expires + 1, view.now() + millis);
  }

  /**
   * Until when a place lasts now: no shorter, unless the clock was set back since it was written.
   */
  static long placeUntil(View view, String attempt, long millis) {
    long until = view.now() + millis;
    long left = view.placeExpires() - view.now();
    boolean isTooLong = OverlongHolds.isTooLongForAPlace(attempt, left);
    return isTooLong ? until : Math.max(view.placeExpires(), until);
  }
}
