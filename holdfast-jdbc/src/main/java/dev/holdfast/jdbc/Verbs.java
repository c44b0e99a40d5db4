package dev.holdfast.jdbc;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the verbs do to a name's rows. Each method runs inside a transaction that writes, but for
 * those that change nothing or are done by one statement, which come first.
 */
final class Verbs {
  /*
   * The protocol, which every store follows:
   * - A name is taken while its row's last millisecond has not passed. Nothing revives a dead hold:
   *   its attempt stays in the row, so a late acquire of it is refused, too.
   * - The queue moves on whenever a verb finds the name not taken: the first live place becomes the
   *   hold, for its claim window. Only a renewal, sent by a client that knows it holds, lengthens
   *   it; never the acquire or the keep-alive of a place.
   * - A kept hold belongs to no attempt any more: it can only expire.
   * Every verb may run twice: the transaction is repeated when the database was busy, and the
   * engine repeats what was not answered.
   */

  /** How long a break is remembered after the hold would have ended by itself. */
  private static final long BROKEN_MARK_MILLIS = 60_000;

  private Verbs() {}

  /** Grants in the usual case; empty if it is none, and nothing has changed. */
  static Optional<Standing> acquireAlone(NameTables name, AcquireRequest request)
      throws SQLException {
    return name.grantAlone(request.attempt(), request.leaseMillis())
        .map(stamp -> new Standing.Holding(stamp, request.leaseMillis(), false));
  }

  /** Releases in the usual case; false if it is none, and nothing has changed. */
  static boolean releaseAlone(NameTables name, ReleaseRequest request) throws SQLException {
    return request.keepMillis() == 0 && !request.overtaking() && name.freeAlone(request.attempt());
  }

  static Standing acquire(NameTables name, AcquireRequest request) throws SQLException {
    String attempt = request.attempt();
    View view = movedOn(name, attempt);
    if (view.isHeldBy(attempt)) {
      return view.standing(attempt);
    }
    if (view.hasEnded(attempt)) {
      return view.absent();
    }
    if (view.isQueued()) {
      name.keepPlace(attempt, later(view.placeExpires(), view, request.placeMillis()));
      return view.standing(attempt);
    }
    if (!view.isTaken()) {
      long stamp = name.grant(view, attempt, request.leaseMillis());
      return new Standing.Holding(stamp, request.leaseMillis(), false);
    }
    if (!request.waits()) {
      return view.absent();
    }
    // A place of the same attempt that has died is no place any more: it joins at the end.
    name.leave(attempt);
    name.join(attempt, view.now() + request.placeMillis(), request.claimMillis());
    return name.view(attempt).standing(attempt);
  }

  static Standing renew(NameTables name, KeepAlive.Hold request) throws SQLException {
    String attempt = request.attempt();
    View view = name.view(attempt);
    if (!view.isHeldBy(attempt)) {
      return movedOn(name, attempt).absent();
    }
    long stamp = request.newStamp() ? view.nextStamp() : view.stamp();
    long expires = later(view.expires(), view, request.leaseMillis());
    name.renew(view, stamp, expires);
    return new Standing.Holding(stamp, expires - view.now(), view.someoneWaits());
  }

  static Standing keepPlace(NameTables name, KeepAlive.Place request) throws SQLException {
    String attempt = request.attempt();
    View view = movedOn(name, attempt);
    if (view.isQueued()) {
      name.keepPlace(attempt, later(view.placeExpires(), view, request.placeMillis()));
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
    if (holds && request.keepMillis() > 0) {
      name.keep(view, view.now() + request.keepMillis());
    } else if ((holds || !view.isTaken()) && !name.handOn(view) && holds) {
      name.free(view);
    }
    return found;
  }

  static boolean breakHold(NameTables name) throws SQLException {
    View view = name.view("");
    String holder = view.lastAttempt();
    if (holder == null || !view.isTaken()) {
      return false;
    }
    if (!view.kept()) {
      name.mark(holder, Math.max(view.expires(), view.now()) + BROKEN_MARK_MILLIS, true);
    }
    if (!name.handOn(view)) {
      name.free(view);
    }
    return true;
  }

  /** The name as it stands once the queue has moved on, if it had to. */
  private static View movedOn(NameTables name, String attempt) throws SQLException {
    View view = name.view(attempt);
    return !view.isTaken() && name.handOn(view) ? name.view(attempt) : view;
  }

  private static long later(long expires, View view, long millis) {
    return Math.max(expires, view.now() + millis);
  }
}
