package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ways to a hold, of one name or of several; the protocol is that of {@link HoldProcedures}.
 *
 * <ol>
 *   <li><b>Usual case</b>: {@link #alone} grants by one statement, without a transaction. It
 *       succeeds if the request is exclusive and the name was used today, is free, and is not
 *       waited for.
 *   <li><b>Look</b>: otherwise {@link #one} runs in a transaction that has locked the row of the
 *       name. It reads a {@link NameSnapshot}, and moves the queue on where that is due.
 *   <li><b>Known attempts</b>: an attempt that holds is answered so. One that has ended stays
 *       ended. One that is queued keeps its place.
 *   <li><b>Wrong size</b>: if the name is in use with another number of permits (a lock has none),
 *       the request is answered mismatched.
 *   <li><b>Grant</b>: if there is room, and the queue is empty, the attempt holds with the next
 *       stamp.
 *   <li><b>Queue</b>: otherwise a request that waits gets the last place. If no other place is
 *       there, the holders are told that a client waits, where the database has pushes. A request
 *       that does not wait is answered absent.
 * </ol>
 *
 * <p>{@link #several} looks at its names in their order, up to the first without room. If all have
 * room, they are granted with one stamp, the highest. If some have, those before the first without
 * are granted if the request waits. If the first has none, {@link #one} is done for it alone.
 */
public final class RowAcquire {
  private RowAcquire() {}

  /**
   * What a request finds once the queue has moved on.
   *
   * @param standing where its attempt stands if it does not queue; null if it can be granted now
   * @param hasEnded whether the attempt is known to have ended
   */
  private record Found(NameSnapshot snapshot, @Nullable Standing standing, boolean hasEnded) {}

  /** One request, and the rows of its name. */
  record Request(NameTables name, AcquireRequest asked) {}

  /** Grants in the usual case; empty if it is none, and nothing has changed. */
  static Optional<Standing> alone(NameTables name, AcquireRequest request) throws SQLException {
    if (request.mode() != Mode.EXCLUSIVE) {
      return Optional.empty();
    }
    return name.grantAlone(request.attempt(), request.leaseMillis())
        .map(stamp -> new Standing.Holding(stamp, request.leaseMillis(), false));
  }

  public static Standing one(NameTables name, AcquireRequest request) throws SQLException {
    Found found = find(name, request);
    NameSnapshot snapshot = found.snapshot;
    Standing standing = found.standing;
    String attempt = request.attempt();
    if (standing == null) {
      return grant(name, request, snapshot, snapshot.nextStamp());
    }
    if (!(standing instanceof Standing.Absent) || found.hasEnded) {
      return standing;
    }
    if (snapshot.isQueued()) {
      name.keepPlace(attempt, HoldProcedures.placeUntil(snapshot, attempt, request.placeMillis()));
      return snapshot.standing(attempt);
    }
    if (!request.waits()) {
      return standing;
    }
    // A place of the same attempt that has died is no place any more: it joins at the end.
    name.leave(attempt);
    int permits = ModeCode.of(request).permits();
    name.join(attempt, snapshot.now() + request.placeMillis(), request.claimMillis(), permits);
    if (!snapshot.someoneWaits()) {
      name.recall(snapshot);
    }
    return name.snapshot(attempt).standing(attempt);
  }

  /** Several, each of another name; see {@link dev.holdfast.spi.StoreSession#acquireAll}. */
  static List<Standing> several(List<Request> requests) throws SQLException {
    List<Found> found = new ArrayList<>();
    int room = 0;
    while (room < requests.size()) {
      Request request = requests.get(room);
      Found of = find(request.name, request.asked);
      found.add(of);
      if (of.standing != null && !(of.standing instanceof Standing.Holding)) {
        break;
      }
      room++;
    }
    Request first = requests.get(0);
    if (room == 0) {
      return filled(List.of(one(first.name, first.asked)), requests.size());
    }
    boolean grants = room == requests.size() || first.asked.waits();
    long stamp =
        found.subList(0, room).stream().mapToLong(f -> f.snapshot.nextStamp()).max().orElse(0);
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Request request = requests.get(i);
      NameSnapshot snapshot = found.get(i).snapshot;
      Standing standing = found.get(i).standing;
      if (standing == null) {
        standing = grants ? grant(request.name, request.asked, snapshot, stamp) : snapshot.absent();
      }
      standings.add(standing);
    }
    return filled(standings, requests.size());
  }

  /** With nothing said of those that were not looked at. */
  private static List<Standing> filled(List<Standing> standings, int size) {
    List<Standing> all = new ArrayList<>(standings);
    all.addAll(Collections.nCopies(size - standings.size(), new Standing.Absent(0, null, false)));
    return all;
  }

  private static Found find(NameTables name, AcquireRequest request) throws SQLException {
    String attempt = request.attempt();
    NameSnapshot before = name.snapshot(attempt);
    NameSnapshot snapshot = HoldProcedures.movedOn(name, attempt, before);
    if (snapshot.isHeldBy(attempt)) {
      return new Found(snapshot, snapshot.standing(attempt), false);
    }
    // The queue, moving on, may have taken away what shows that its own hold is over.
    if (before.hasEnded(attempt) || snapshot.hasEnded(attempt)) {
      return new Found(snapshot, snapshot.absent(), true);
    }
    if (snapshot.isQueued()) {
      return new Found(snapshot, snapshot.absent(), false);
    }
    if (snapshot.isUsed() && snapshot.size() != request.size()) {
      return new Found(snapshot, new Standing.Mismatched(snapshot.size()), false);
    }
    boolean room = snapshot.hasRoomFor(ModeCode.of(request).permits()) && !snapshot.someoneWaits();
    return new Found(snapshot, room ? null : snapshot.absent(), false);
  }

  private static Standing grant(
      NameTables name, AcquireRequest request, NameSnapshot snapshot, long stamp)
      throws SQLException {
    // A stamp that makes no token is refused before it is written.
    Standing holding = new Standing.Holding(stamp, request.leaseMillis(), false, request.mode());
    name.grant(snapshot, request.attempt(), ModeCode.of(request), request.leaseMillis(), stamp);
    return holding;
  }
}
