package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * D13: a row with a version for each name, changed only by whoever knows its version: even ones are
 * free, odd ones taken. A dead holder's version stays odd.
 */
final class VersionColumn extends SqlDesign {
  private static final String CHANGE =
      "UPDATE versions SET version = version + 1 WHERE name = ? AND version = ?";

  VersionColumn(SqlPlace place, Surroundings s) throws SQLException {
    super(place, s, "versions (name VARCHAR(200) PRIMARY KEY, version BIGINT NOT NULL)");
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    String key = key(name);
    long version = query("SELECT version FROM versions WHERE name = ?", key);
    if (version < 0) {
      boolean unused = insertNew("versions VALUES (?, 0)", key);
      version = 0;
    }
    if (version % 2 == 1 || update(CHANGE, key, version) == 0) {
      return null;
    }
    long mine = version + 1;
    return Belief.endless(() -> update(CHANGE, key, mine));
  }
}
