package dev.holdfast.jdbc;

import java.sql.SQLException;

/** Something that is asked of a database. */
interface SqlTask<T> {
  /** The answer; may take long. */
  T run() throws SQLException;
}
