package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A row with a unique name is the lock: inserted, then deleted; what the dead inserted stays. */
final class UniqueRow extends SqlDesign {
  UniqueRow(Surroundings s) throws SQLException {
    super(s, "held (name TEXT PRIMARY KEY)");
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    return update("INSERT OR IGNORE INTO held VALUES (?)", name) == 1
        ? Belief.endless(() -> update("DELETE FROM held WHERE name = ?", name))
        : null;
  }
}
