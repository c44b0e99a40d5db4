package dev.holdfast.jdbc;

import java.sql.SQLTransientException;

/** Others were quicker in a way that no error of the database tells; the whole may be repeated. */
final class BusyException extends SQLTransientException {
  private static final long serialVersionUID = 1;

  BusyException(String message) {
    super(message);
  }
}
