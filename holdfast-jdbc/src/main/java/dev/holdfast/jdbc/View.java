package dev.holdfast.jdbc;

import dev.holdfast.spi.Standing;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the tables say of one name to one attempt at one instant.
 *
 * <p>The clock counts whole milliseconds, rounded down, so a hold is taken for dead only when its
 * last millisecond has passed ({@code now > expires}): else a client could be told of up to a
 * millisecond more than there is.
 *
 * @param now the database's time in milliseconds
 * @param stamp the last stamp granted, 0 if the name has no row
 * @param lastAttempt whom the stamp was granted to
 * @param expires the last millisecond of that hold
 * @param kept whether that hold has been released and is taken by nobody
 * @param usedDay the day of the last grant that the row knows
 * @param placeExpires the last millisecond of this attempt's queue place, -1 if it has none
 * @param someoneWaits whether any place in the queue is alive
 * @param ahead how many live places stand before this attempt's
 * @param mark what the mark of this attempt says
 */
record View(
    long now,
    long stamp,
    @Nullable String lastAttempt,
    long expires,
    boolean kept,
    long usedDay,
    long placeExpires,
    boolean someoneWaits,
    long ahead,
    Mark mark) {
  static final long DAY_MILLIS = 86_400_000;

  /** Whether an attempt is known to have ended before its acquire arrived. */
  enum Mark {
    NONE,
    ENDED,
    BROKEN
  }

  static View read(ResultSet row) throws SQLException {
    String lastAttempt = row.getString(3);
    long placeExpires = row.getLong(7);
    if (row.wasNull()) {
      placeExpires = -1;
    }
    boolean broken = row.getLong(10) != 0;
    Mark mark = row.wasNull() ? Mark.NONE : broken ? Mark.BROKEN : Mark.ENDED;
    return new View(
        row.getLong(1),
        row.getLong(2),
        lastAttempt,
        row.getLong(4),
        row.getLong(5) != 0,
        row.getLong(6),
        placeExpires,
        row.getLong(8) != 0,
        row.getLong(9),
        mark);
  }

  /** Today, by the database's clock. */
  long day() {
    return now / DAY_MILLIS;
  }

  boolean hasRow() {
    return lastAttempt != null;
  }

  boolean isTaken() {
    return hasRow() && now <= expires;
  }

  boolean isHeldBy(String attempt) {
    return isTaken() && !kept && attempt.equals(lastAttempt);
  }

  boolean isQueued() {
    return now <= placeExpires;
  }

  /** Whether the attempt is known to have ended: by its mark, or as the last one that held. */
  boolean hasEnded(String attempt) {
    return mark != Mark.NONE || (attempt.equals(lastAttempt) && !isHeldBy(attempt));
  }

  /** The next stamp: the clock keeps order when the last stamp is gone. */
  long nextStamp() {
    return Math.max(stamp + 1, now * 1_000);
  }

  /** Where the attempt stands. */
  Standing standing(String attempt) {
    if (isHeldBy(attempt)) {
      return new Standing.Holding(stamp, remaining(), someoneWaits);
    }
    return isQueued() ? new Standing.Queued(ahead, remaining(), holder()) : absent();
  }

  /** Where an attempt stands that neither holds nor waits. */
  Standing absent() {
    return new Standing.Absent(remaining(), holder(), mark == Mark.BROKEN);
  }

  private long remaining() {
    return isTaken() ? expires - now : 0;
  }

  private @Nullable String holder() {
    return isTaken() ? lastAttempt : null;
  }
}
