package dev.holdfast.consensus;

import dev.holdfast.spi.Standing.Holding;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Which stamp follows another, and which stamps are written. */
public final class Stamps {
  /*
   * A stamp is the clock's time, or one more than the last stamp where that is more. One clock that is
   * wrong could so take all stamps that there are away from a name, and from all names when that one
   * is forgotten. So a clock that is further ahead of the last stamp than a year is not believed: what
   * follows then is the last stamp and one. (That is also what follows after a year without use. The
   * order of tokens is all that counts, and it is kept.) Where there is no last stamp, a clock is
   * believed as long as tokens can be made of what it says.
   */
  private static final long FAR_MICROS = TimeUnit.DAYS.toMicros(366);

  /** What clocks of machines that are well do not differ by. */
  private static final long APART_MICROS = TimeUnit.DAYS.toMicros(1);

  private Stamps() {}

  /**
   * The stamp of a grant.
   *
   * @param last the newest stamp of the name, or of names that were forgotten; 0 if there is none
   * @throws NoStampException if there is none of which a token can be made
   */
  static long next(long last, long clockMicros) {
    requireOneAfter(last);
    boolean isFar = last > 0 && clockMicros - last > FAR_MICROS;
    return required(isFar ? last + 1 : Math.max(last + 1, clockMicros));
  }

  /** The same stamp, if it may be written. */
  static long required(long stamp) {
    if (!Holding.isStamp(stamp)) {
      throw new NoStampException(
          "the clock that stamps are made with says "
              + time(stamp)
              + ", and nothing is stored that would tell otherwise: no token can be made of that, as"
              + " those are made of times from 1970 to May 2041. Set the clock right: on etcd this"
              + " machine's, on ZooKeeper the leader's");
    }
    return stamp;
  }

  /** Fails if no stamp can follow this one. */
  static void requireOneAfter(long last) {
    if (!mayFollow(last)) {
      throw new NoStampException(
          "the newest stamp that is stored of the name, or of names that were forgotten, is "
              + last
              + " ("
              + time(last)
              + "): no token can be made of what follows, as those end in May 2041. A client whose"
              + " clock was wrong has written it. 'holdfast break' with the name puts that right:"
              + " stamps then go on from the clock");
    }
  }

  /** Whether any stamp can follow this one. */
  public static boolean mayFollow(long last) {
    return last == 0 || Holding.isStamp(last + 1);
  }

  /**
   * The last stamp from which a name goes on whose own cannot be followed. Of the tokens that were
   * made before, none is of a later time than now; of a stamp that makes none, there are none.
   */
  public static long mended(long last, long clockMicros) {
    return mayFollow(last) ? last : required(clockMicros);
  }

  /**
   * Whether a name with this last stamp may be forgotten, so that the stamp becomes the least of
   * all names that are made anew: not if it is far ahead, which is then that one name's matter.
   *
   * @param least the newest stamp of names that were forgotten before, or else the least of those
   *     that there are
   */
  public static boolean mayBeFloor(long last, long least, long clockMicros) {
    return mayFollow(last) && last - clockMicros < APART_MICROS && last - least < FAR_MICROS;
  }

  private static String time(long micros) {
    return Instant.ofEpochSecond(TimeUnit.MICROSECONDS.toSeconds(micros)).toString();
  }

  /** There is no stamp of which a token could be made. */
  static final class NoStampException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoStampException(String why) {
      super(why);
    }
  }
}
