package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.spi.Mode;
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
 * @param lastAttempt whom the stamp was granted to, or {@link Dialect#SHARED}
 * @param expires the last millisecond of that hold, or of the last to end of the shared holds
 * @param kept whether that hold has been released, while the name stays taken
 * @param usedDay the day of the last grant that the row knows
 * @param placeExpires the last millisecond of this attempt's queue place, -1 if it has none
 * @param firstWaits how the first live place in the queue wants the name, as {@link
 *     ModeCode#permits} says, if there is one
 * @param ahead how many live places stand before this attempt's
 * @param mark what the mark of this attempt says
 * @param share this attempt's shared hold, dead or alive, if it has one
 * @param holder an attempt that holds if the name is taken
 * @param used how many permits are held, if the name is a semaphore
 */
public record NameSnapshot(
    long now,
    long stamp,
    @Nullable String lastAttempt,
    long expires,
    boolean kept,
    long usedDay,
    long placeExpires,
    @Nullable Integer firstWaits,
    long ahead,
    Mark mark,
    @Nullable Share share,
    @Nullable String holder,
    long used) {
  /** Whether an attempt is known to have ended before its acquire arrived. */
  enum Mark {
    NONE,
    ENDED,
    BROKEN
  }

  /** A shared hold's stamp and last millisecond. */
  record Share(long stamp, long expires) {}

  static NameSnapshot read(ResultSet row) throws SQLException {
    String lastAttempt = row.getString(3);
    long placeExpires = row.getLong(7);
    if (row.wasNull()) {
      placeExpires = -1;
    }
    Integer firstWaits = row.getInt(8);
    if (row.wasNull()) {
      firstWaits = null;
    }
    boolean broken = row.getLong(10) != 0;
    Mark mark = row.wasNull() ? Mark.NONE : broken ? Mark.BROKEN : Mark.ENDED;
    Share share = new Share(row.getLong(11), row.getLong(12));
    if (row.wasNull()) {
      share = null;
    }
    return new NameSnapshot(
        row.getLong(1),
        row.getLong(2),
        lastAttempt,
        row.getLong(4),
        row.getLong(5) != 0,
        row.getLong(6),
        placeExpires,
        firstWaits,
        row.getLong(9),
        mark,
        share,
        row.getString(13),
        row.getLong(14));
  }

  /**
   * The same of an attempt that waits for a name that is held alone, as {@link RowSql#places} says.
   */
  static NameSnapshot readPlace(ResultSet row) throws SQLException {
    String holder = row.getString(5);
    return new NameSnapshot(
        row.getLong(3),
        row.getLong(4),
        holder,
        row.getLong(6),
        row.getLong(7) != 0,
        0,
        row.getLong(8),
        ModeCode.ALONE, // of the first in the queue: there is no room for any
        row.getLong(9),
        Mark.NONE,
        null,
        holder,
        0);
  }

  /** Today, by the database's clock. */
  long day() {
    return now / Dialect.DAY_MILLIS;
  }

  boolean hasRow() {
    return lastAttempt != null;
  }

  boolean isTaken() {
    return hasRow() && now <= expires;
  }

  /** Whether the holds have rows of their own: they are shared, or counted. */
  boolean isShared() {
    return isTaken() && wasShared();
  }

  /** Whether the last holds had rows of their own, some of which may be left. */
  boolean wasShared() {
    return lastAttempt != null && lastAttempt.startsWith(Dialect.SHARED);
  }

  /** How many permits there are while the name is held or waited for; 0 for a lock. */
  int size() {
    return lastAttempt == null ? 0 : ModeCode.sizeOf(lastAttempt);
  }

  /** Whether it is held or waited for, and so is a lock or a semaphore of one size. */
  boolean isUsed() {
    return isTaken() || someoneWaits();
  }

  boolean isHeldBy(String attempt) {
    return isShared()
        ? share != null && now <= share.expires
        : isTaken() && !kept && attempt.equals(lastAttempt);
  }

  /** The last stamp of the hold that this attempt has. */
  long ownStamp() {
    return isShared() && share != null ? share.stamp : stamp;
  }

  /** The last millisecond of the hold that this attempt has. */
  long ownExpires() {
    return isShared() && share != null ? share.expires : expires;
  }

  /** The mode of what is held. */
  Mode mode() {
    return !isShared() ? Mode.EXCLUSIVE : size() > 0 ? Mode.COUNTED : Mode.SHARED;
  }

  boolean someoneWaits() {
    return firstWaits != null;
  }

  /**
   * Whether there is room beside the holds; the queue is not looked at.
   *
   * @param permits as in {@link ModeCode#permits}
   */
  boolean hasRoomFor(int permits) {
    if (!isTaken()) {
      return true;
    }
    return switch (mode()) {
      case EXCLUSIVE -> false;
      case SHARED -> permits == ModeCode.SHARED;
      case COUNTED -> permits > 0 && used + permits <= size();
    };
  }

  /** Whether the queue has to move on. */
  boolean hasRoomForTheFirst() {
    return firstWaits != null && hasRoomFor(firstWaits);
  }

  /** The same once holds have ended. */
  public NameSnapshot free() {
    return until(0, 0);
  }

  /** The same with another end of what is held, and another sum of permits. */
  NameSnapshot until(long otherExpires, long otherUsed) {
    return new NameSnapshot(
        now,
        stamp,
        lastAttempt,
        otherExpires,
        kept,
        usedDay,
        placeExpires,
        firstWaits,
        ahead,
        mark,
        share,
        holder,
        otherUsed);
  }

  boolean isQueued() {
    return now <= placeExpires;
  }

  /** Whether the attempt is known to have ended: by its mark, or as the last one that held. */
  boolean hasEnded(String attempt) {
    return mark != Mark.NONE
        || ((share != null || attempt.equals(lastAttempt)) && !isHeldBy(attempt));
  }

  /** The next stamp: the clock keeps order when the last stamp is gone. */
  long nextStamp() {
    return Math.max(stamp + 1, now * 1_000);
  }

  /** Whether no stamp can follow the last one, though the clock is right by now. */
  boolean isSpent() {
    return stamp >= Standing.Holding.LAST_STAMP && now * 1_000 < Standing.Holding.LAST_STAMP;
  }

  /** Where the attempt stands. */
  Standing standing(String attempt) {
    if (isHeldBy(attempt)) {
      return new Standing.Holding(ownStamp(), ownExpires() - now, someoneWaits(), mode());
    }
    return isQueued() ? new Standing.Queued(ahead, remaining(), takenBy()) : absent();
  }

  /** Where an attempt stands that neither holds nor waits. */
  Standing absent() {
    return new Standing.Absent(remaining(), takenBy(), mark == Mark.BROKEN);
  }

  private long remaining() {
    return isTaken() ? expires - now : 0;
  }

  private @Nullable String takenBy() {
    return isTaken() && holder != null ? SharedHoldRows.ownerOf(holder) : null;
  }
}
