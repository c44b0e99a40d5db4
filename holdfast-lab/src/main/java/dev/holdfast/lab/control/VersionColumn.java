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
      "UPDATE lock SET version = version + 1 WHERE name = ? AND version = ?";

  VersionColumn(Surroundings s) throws SQLException {
    super(s, "lock (name TEXT PRIMARY KEY, version INTEGER NOT NULL)");
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    long version = query("SELECT version FROM lock WHERE name = ?", name);
    if (version < 0) {
      update("INSERT OR IGNORE INTO lock VALUES (?, 0)", name);
      version = 0;
    }
    if (version % 2 == 1 || update(CHANGE, name, version) == 0) {
      return null;
    }
    long mine = version + 1;
    return Belief.endless(() -> update(CHANGE, name, mine));
  }
}
