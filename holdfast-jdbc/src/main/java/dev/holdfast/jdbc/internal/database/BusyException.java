package dev.holdfast.jdbc.internal.database;

import java.sql.SQLTransientException;

/** Others were quicker in a way that no error of the database tells; the whole may be repeated. */
public final class BusyException extends SQLTransientException {
  private static final long serialVersionUID = 1;

  public BusyException(String message) {
    super(message);
  }
}
