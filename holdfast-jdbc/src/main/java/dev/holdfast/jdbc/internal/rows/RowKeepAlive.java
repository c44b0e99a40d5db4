package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.database.StageRunner;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One batch of keep-alives: it renews holds and the places of clients that wait, and says where
 * each attempt stands.
 *
 * <ol>
 *   <li><b>Places</b>: waiting clients poll, so places are read without a transaction, many by one
 *       statement ({@link RowFastPath#look}). A place of which nothing has to be written is
 *       answered from that: it is far from its end, and the queue cannot move on.
 *   <li><b>Holds</b>: exclusive holds that no client waits for are renewed by two statements for
 *       many ({@link RowFastPath#renew}).
 *   <li><b>The rest</b> is done in transactions of at most 64 names ({@link HoldProcedures}): they
 *       renew a hold or a place, raise a stamp, change a mode, or move the queue on.
 *   <li><b>Rows that are busy</b>: if another transaction keeps a row locked, what is left is done
 *       name by name. After two names that are busy, the others are answered as unknown.
 *   <li><b>Loss</b>: an attempt whose hold has ended or was broken is answered absent.
 * </ol>
 */
final class RowKeepAlive {
  /** The most names that one transaction keeps from others. */
  private static final int MOST = 64;

  /** How many names of a batch may be waited for by themselves. */
  private static final int MOST_BUSY = 2;

  private final RowDatabase database;
  private final String namespace;
  private final List<KeepAlive> requests;

  RowKeepAlive(RowDatabase database, String namespace, List<KeepAlive> requests) {
    this.database = database;
    this.namespace = namespace;
    this.requests = requests;
  }

  List<Standing> run() throws SQLException {
    Standing[] answers = new Standing[requests.size()];
    List<Integer> places = new ArrayList<>();
    List<Integer> writes = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      (requests.get(i) instanceof KeepAlive.Place ? places : writes).add(i);
    }
    if (!places.isEmpty()) {
      writes.addAll(
          database.readAlone(
              statements -> {
                List<Integer> rest = new ArrayList<>();
                Map<RowFastPath.Key, NameSnapshot> usual = usual(statements, places);
                for (int i : places) {
                  KeepAlive.Place place = (KeepAlive.Place) requests.get(i);
                  NameSnapshot known = usual.get(RowFastPath.Key.of(place));
                  NameSnapshot snapshot =
                      known == null
                          ? tables(statements, place.name()).snapshot(place.attempt())
                          : known;
                  if (needsWriteOrMakesNoSense(snapshot, place)) {
                    rest.add(i);
                  } else {
                    answers[i] =
                        StageRunner.orUnknown(place, () -> snapshot.standing(place.attempt()));
                  }
                }
                return rest;
              }));
    }
    keep(writes, answers);
    return List.of(answers);
  }

  private Map<RowFastPath.Key, NameSnapshot> usual(Statements statements, List<Integer> places)
      throws SQLException {
    List<KeepAlive.Place> all =
        places.stream().map(i -> (KeepAlive.Place) requests.get(i)).toList();
    return new RowFastPath(statements, database.sql(), namespace).look(all);
  }

  /** A name whose row another transaction keeps locked must not hold up the others. */
  private void keep(List<Integer> writes, Standing[] answers) throws SQLException {
    try {
      List<Integer> rest = renewAlone(writes, answers);
      for (int from = 0; from < rest.size(); from += MOST) {
        write(rest.subList(from, Math.min(from + MOST, rest.size())), answers);
      }
    } catch (SQLException busy) {
      if (!database.isNameBusy(busy) || writes.size() == 1) {
        throw busy;
      }
      keepEach(writes, answers);
    }
  }

  /** Keeps those alone that have no answer yet. */
  private void keepEach(List<Integer> writes, Standing[] answers) throws SQLException {
    int failures = 0;
    for (int i : writes) {
      if (answers[i] != null) {
        continue;
      }
      if (failures == MOST_BUSY) {
        answers[i] = unknown(requests.get(i), "others of the batch have taken too long");
        continue;
      }
      try {
        write(List.of(i), answers);
      } catch (SQLException busy) {
        if (!database.isNameBusy(busy)) {
          throw busy;
        }
        failures++;
        answers[i] = unknown(requests.get(i), String.valueOf(busy.getMessage()));
      }
    }
  }

  private static Standing unknown(KeepAlive request, String why) {
    return new Standing.Unknown(
        new StoreException("cannot keep alive '" + request.name() + "': " + why, null, true));
  }

  /** Renews what one statement can renew; what is left to do. */
  private List<Integer> renewAlone(List<Integer> writes, Standing[] answers) throws SQLException {
    Map<Integer, KeepAlive.Hold> holds = new LinkedHashMap<>();
    for (int i : writes) {
      if (requests.get(i) instanceof KeepAlive.Hold hold && !hold.newStamp()) {
        holds.put(i, hold);
      }
    }
    if (holds.isEmpty()) {
      return writes;
    }
    List<KeepAlive.Hold> all = List.copyOf(holds.values());
    Map<RowFastPath.Key, Standing> renewed =
        database.writeAlone(s -> new RowFastPath(s, database.sql(), namespace).renew(all));
    holds.forEach((i, hold) -> answers[i] = renewed.get(RowFastPath.Key.of(hold)));
    return writes.stream().filter(i -> answers[i] == null).toList();
  }

  private void write(List<Integer> some, Standing[] answers) throws SQLException {
    List<Standing> written =
        database.write(
            namespace,
            some.stream().map(i -> requests.get(i).name()).toList(),
            statements -> {
              List<Standing> standings = new ArrayList<>();
              for (int i : some) {
                KeepAlive request = requests.get(i);
                standings.add(StageRunner.orUnknown(request, () -> keep(statements, request)));
              }
              return standings;
            });
    // Only now: a transaction that failed has answered nothing.
    for (int i = 0; i < some.size(); i++) {
      answers[some.get(i)] = written.get(i);
    }
  }

  /** What makes no sense is for the write to say. */
  private static boolean needsWriteOrMakesNoSense(NameSnapshot snapshot, KeepAlive.Place place) {
    try {
      return needsWrite(snapshot, place);
    } catch (IllegalArgumentException unusable) {
      return true;
    }
  }

  private static boolean needsWrite(NameSnapshot snapshot, KeepAlive.Place place) {
    if (snapshot.hasRoomForTheFirst() || OverlongHolds.isOverlong(snapshot)) {
      return true;
    }
    long left = snapshot.placeExpires() - snapshot.now();
    boolean isTooLong = OverlongHolds.isTooLongForAPlace(place.attempt(), left);
    return snapshot.isQueued() && (isTooLong || left * 3 < place.placeMillis() * 2);
  }

  private Standing keep(Statements statements, KeepAlive request) throws SQLException {
    NameTables name = tables(statements, request.name());
    if (request instanceof KeepAlive.Hold hold) {
      return HoldProcedures.renew(name, hold);
    }
    if (request instanceof KeepAlive.Raise raise) {
      return HoldProcedures.raise(name, raise);
    }
    return request instanceof KeepAlive.Change change
        ? HoldProcedures.change(name, change)
        : HoldProcedures.keepPlace(name, (KeepAlive.Place) request);
  }

  private NameTables tables(Statements statements, String name) {
    return database.tables(statements, namespace, name);
  }
}
