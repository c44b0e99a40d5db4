package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Statements that ask for many attempts of a batch at once. */
final class ManyAtOnce {
  /** The most attempts in one statement, a power of two. */
  private static final int MOST = 256;

  private ManyAtOnce() {}

  /** An attempt at a name. */
  record Key(String name, String attempt) {
    static Key of(KeepAlive request) {
      return new Key(request.name(), request.attempt());
    }

    /** What a row says in its first two columns. */
    static Key read(ResultSet row) throws SQLException {
      return new Key(new String(row.getBytes(1), StandardCharsets.UTF_8), row.getString(2));
    }
  }

  /**
   * Parts a batch into those of one statement each. There are few sizes, so that there are few
   * statements to prepare: the last attempt fills up what is left.
   */
  static <T> List<List<T>> parts(List<T> batch) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < batch.size(); from += MOST) {
      parts.add(filled(batch.subList(from, Math.min(from + MOST, batch.size()))));
    }
    return parts;
  }

  private static <T> List<T> filled(List<T> some) {
    int size = Math.max(1, Integer.highestOneBit(2 * some.size() - 1));
    List<T> filled = new ArrayList<>(some);
    filled.addAll(Collections.nCopies(size - some.size(), some.get(some.size() - 1)));
    return filled;
  }
}
