package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A row with a unique name is the lock: inserted, then deleted; what the dead inserted stays. */
final class UniqueRow extends SqlDesign {
  UniqueRow(SqlPlace place, Surroundings s) throws SQLException {
    super(place, s, "taken (name VARCHAR(200) PRIMARY KEY)");
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    String key = key(name);
    return insertNew("taken VALUES (?)", key)
        ? Belief.endless(() -> update("DELETE FROM taken WHERE name = ?", key))
        : null;
  }
}
