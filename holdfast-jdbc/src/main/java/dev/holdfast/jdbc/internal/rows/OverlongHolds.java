package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.spi.ClientIdentity;
import java.sql.SQLException;

/**
 * Holds that end later than their lease allows, since the database's clock was set back after they
 * were written.
 */
final class OverlongHolds {
  /*
   * Such a hold is over when it was not renewed for its whole lease since another client met it
   * (rule T2). Its expiry stays as it is until then, because it is right if the clock is put right
   * before. That it was met is noted among the marks, under a key that is no attempt's and has the
   * expiry in it: each renewal moves the expiry on, so that the note counts no more. Builds that
   * know nothing of this never look for the key.
   */
  private static final long LENIENT_MILLIS = 1_000;

  /** So that a note is still there when it is looked for, and not tidied away. */
  private static final long NOTE_MILLIS = 60_000;

  /** Ten times as long as any client of this library asks for a place. */
  private static final long PLACE_MILLIS = 60_000;

  private OverlongHolds() {}

  /** Whether what is held ends later than a lease of one that holds it allows. */
  static boolean isOverlong(NameSnapshot snapshot) {
    String holder = snapshot.holder();
    return snapshot.isTaken()
        && holder != null
        && isTooLong(holder, snapshot.expires() - snapshot.now());
  }

  /** Whether an attempt cannot hold for so long. */
  private static boolean isTooLong(String attempt, long leftMillis) {
    return leftMillis - LENIENT_MILLIS > ClientIdentity.longestLeaseMillisOf(attempt);
  }

  /** Whether an attempt cannot have a place for so long, which lasts two leases at most. */
  static boolean isTooLongForAPlace(String attempt, long leftMillis) {
    return isTooLong(attempt, leftMillis / 2);
  }

  /** The last millisecond of a place, at most. */
  static long longestPlace(NameSnapshot snapshot) {
    return snapshot.now() + PLACE_MILLIS;
  }

  /**
   * Ends what other attempts hold and is over, and notes what will be.
   *
   * @return whether anything has changed that a view shows
   */
  static boolean endOthers(NameTables name, String attempt, NameSnapshot snapshot)
      throws SQLException {
    if (!isOverlong(snapshot)) {
      return false;
    }
    name.cutPlaces(longestPlace(snapshot));
    long last = 0;
    boolean ended = false;
    for (SharedHoldRows.Hold hold : name.holds(snapshot)) {
      boolean own = snapshot.isHeldBy(attempt) && hold.attempt().equals(attempt);
      if (!own && isOver(name, hold, snapshot.now())) {
        ended = true;
        if (snapshot.isShared()) {
          name.shares().renew(hold.attempt(), hold.stamp(), snapshot.now() - 1);
        }
      } else {
        last = Math.max(last, hold.expires());
      }
    }
    if (ended) {
      // Not as a release: the record goes on to show that this attempt has held.
      name.renew(snapshot, snapshot.stamp(), last == 0 ? snapshot.now() - 1 : last);
    }
    return ended;
  }

  private static boolean isOver(NameTables name, SharedHoldRows.Hold hold, long now)
      throws SQLException {
    if (!isTooLong(hold.attempt(), hold.expires() - now)) {
      return false;
    }
    String key = "~" + hold.expires() + "~" + hold.attempt();
    long longest = ClientIdentity.longestLeaseMillisOf(hold.attempt());
    Long until = name.noted(key);
    long ends = now + longest;
    if (until != null && until - NOTE_MILLIS - ends <= LENIENT_MILLIS) {
      return until - NOTE_MILLIS < now;
    }
    name.note(key, ends + NOTE_MILLIS);
    return false;
  }
}
