package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.spi.ReleaseRequest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several releases: in one transaction, or each by itself if the row of one of the names is kept
 * locked, or makes no sense.
 */
final class RowRelease {
  private final RowDatabase database;
  private final String namespace;
  private final List<ReleaseRequest> requests;

  RowRelease(RowDatabase database, String namespace, List<ReleaseRequest> requests) {
    this.database = database;
    this.namespace = namespace;
    this.requests = requests;
  }

  /** Whether each was found. */
  List<Boolean> run() throws SQLException {
    try {
      return together(requests);
    } catch (SQLException busy) {
      if (!database.isNameBusy(busy) || requests.size() == 1) {
        throw busy;
      }
      return each();
    } catch (IllegalArgumentException unusable) {
      return each();
    }
  }

  private List<Boolean> together(List<ReleaseRequest> some) throws SQLException {
    return database.write(
        namespace,
        some.stream().map(ReleaseRequest::name).toList(),
        statements -> {
          List<Boolean> found = new ArrayList<>();
          for (ReleaseRequest request : some) {
            NameTables name = database.tables(statements, namespace, request.name());
            found.add(
                HoldProcedures.releaseAlone(name, request)
                    || HoldProcedures.release(name, request));
          }
          return found;
        });
  }

  /** A name that is busy must not keep the others; what is said is that it was. */
  private List<Boolean> each() throws SQLException {
    List<Boolean> found = new ArrayList<>();
    @Nullable SQLException busy = null;
    for (ReleaseRequest request : requests) {
      try {
        found.addAll(together(List.of(request)));
      } catch (SQLException error) {
        if (busy != null || !database.isNameBusy(error)) {
          throw error;
        }
        busy = error;
      } catch (IllegalArgumentException unusable) {
        found.add(false); // nothing of an attempt is found there
      }
    }
    if (busy != null) {
      throw busy;
    }
    return found;
  }
}
