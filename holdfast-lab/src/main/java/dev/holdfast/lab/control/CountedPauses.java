package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A row with a unique name in a file, written by each attempt. An attempt that finds the file busy
 * pauses for at most ten milliseconds, five times: few clients get on with that, and a crowd is
 * told that the file is busy.
 */
final class CountedPauses extends SqlDesign {
  private static final int BUSY = 5;
  private static final int MOST_PAUSES = 5;
  private static final int PAUSE_NANOS = 10_000_000;

  CountedPauses(SqlPlace place, Surroundings s) throws SQLException {
    super(place, s, "taken (name VARCHAR(200) PRIMARY KEY)");
    long unused = query("PRAGMA busy_timeout = 0");
  }

  private interface Step {
    boolean run() throws SQLException;
  }

  private boolean patiently(Step step) throws SQLException {
    for (int pauses = 0; ; pauses++) {
      try {
        return step.run();
      } catch (SQLException busy) {
        if (busy.getErrorCode() != BUSY || pauses == MOST_PAUSES) {
          throw busy;
        }
        LockSupport.parkNanos(pause());
      }
    }
  }

  private int pause() {
    return ThreadLocalRandom.current().nextInt(1, PAUSE_NANOS);
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    String key = key(name);
    return patiently(() -> insertNew("taken VALUES (?)", key))
        ? Belief.endless(
            () -> {
              boolean unused =
                  patiently(() -> update("DELETE FROM taken WHERE name = ?", key) == 1);
            })
        : null;
  }
}
