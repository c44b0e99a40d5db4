package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;

/** Something that is asked of a database. */
public interface SqlTask<T> {
  /** The answer; may take long. */
  T run() throws SQLException;
}
