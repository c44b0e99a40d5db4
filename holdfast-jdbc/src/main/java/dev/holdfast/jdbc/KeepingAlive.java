package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One batch of keep-alives. Waiting clients poll with it, so a place of which nothing has to be
 * written (it is far from dying, and the queue cannot move on) is answered from a read that
 * disturbs nobody; the rest of the batch is one transaction.
 */
final class KeepingAlive {
  private final Database database;
  private final String namespace;
  private final List<KeepAlive> requests;

  KeepingAlive(Database database, String namespace, List<KeepAlive> requests) {
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
          database.alone(
              statements -> {
                List<Integer> rest = new ArrayList<>();
                for (int i : places) {
                  KeepAlive.Place place = (KeepAlive.Place) requests.get(i);
                  View view = tables(statements, place.name()).view(place.attempt());
                  if (needsWrite(view, place)) {
                    rest.add(i);
                  } else {
                    answers[i] = view.standing(place.attempt());
                  }
                }
                return rest;
              }));
    }
    if (!writes.isEmpty()) {
      database.write(
          namespace,
          writes.stream().map(i -> requests.get(i).name()).toList(),
          statements -> {
            for (int i : writes) {
              answers[i] = keep(statements, requests.get(i));
            }
            return writes.size();
          });
    }
    return List.of(answers);
  }

  private static boolean needsWrite(View view, KeepAlive.Place place) {
    if (view.hasRoomForTheFirst()) {
      return true;
    }
    long left = view.placeExpires() - view.now();
    return view.isQueued() && left * 3 < place.placeMillis() * 2;
  }

  private Standing keep(Statements statements, KeepAlive request) throws SQLException {
    NameTables name = tables(statements, request.name());
    if (request instanceof KeepAlive.Hold hold) {
      return Verbs.renew(name, hold);
    }
    return request instanceof KeepAlive.Change change
        ? Verbs.change(name, change)
        : Verbs.keepPlace(name, (KeepAlive.Place) request);
  }

  private NameTables tables(Statements statements, String name) {
    return database.tables(statements, namespace, name);
  }
}
