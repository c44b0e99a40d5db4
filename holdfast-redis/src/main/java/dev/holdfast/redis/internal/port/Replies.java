package dev.holdfast.redis.internal.port;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the scripts answer. Whatever else arrives ends in a {@link MalformedReplyException},
 * and a hold of which no lease can be made in a {@link NoTokenException}; never in a wrong
 * standing.
 */
public final class Replies {
  /*
   * What answers another call is malformed, too. A connection that was given back to its pool with
   * an answer still to come (after a timeout, say) hands every later caller its predecessor's
   * answer, and another's grant looks like any grant. So a standing ends with the tail of the
   * attempt that it is about: its number, and what comes before it of the client's nonce; and what
   * is told of a name with its key.
   */
  private static final int TAIL = 12;

  private static final int HOLDING = 1;
  private static final int QUEUED = 2;
  private static final int ABSENT = 3;
  private static final int HOLDING_SHARED = 4;
  private static final int HOLDING_COUNTED = 5;
  private static final int MISMATCHED = 6;

  /** Above the 16 digits of a time in microseconds no double of a script is exact any more. */
  private static final int STAMP_DIGITS = 16;

  private Replies() {}

  /**
   * An attempt's standing; a string is the stamp of an exclusive hold that was just granted or
   * renewed, for the whole lease, without waiters.
   */
  public static Standing standing(@Nullable Object reply, byte[] attempt, long leaseMillis) {
    return reply instanceof byte[] grant
        ? holding(stamp(grant, attempt), leaseMillis, false, Mode.EXCLUSIVE)
        : standing(reply, attempt);
  }

  private static long stamp(byte[] grant, byte[] attempt) {
    int digits = grant.length - Math.min(TAIL, attempt.length);
    if (digits > STAMP_DIGITS || !endsWithTail(grant, attempt)) {
      throw new MalformedReplyException(grant);
    }
    long stamp = 0;
    for (int i = 0; i < digits; i++) {
      if (grant[i] < '0' || grant[i] > '9') {
        throw new MalformedReplyException(grant);
      }
      stamp = 10 * stamp + grant[i] - '0';
    }
    return stamp;
  }

  private static boolean endsWithTail(byte[] reply, byte[] attempt) {
    int tail = Math.min(TAIL, attempt.length);
    int from = reply.length - tail;
    return from >= 0
        && Arrays.equals(reply, from, reply.length, attempt, attempt.length - tail, attempt.length);
  }

  public static Standing standing(@Nullable Object reply, byte[] attempt) {
    List<?> fields = list(reply);
    int kind = fields.isEmpty() ? 0 : kind(fields.get(0));
    int last = kind == MISMATCHED ? 2 : 4;
    if (fields.size() != last + 1 || !isTail(bytes(fields.get(last)), attempt)) {
      throw new MalformedReplyException(reply);
    }
    return switch (kind) {
      case HOLDING -> holding(fields, Mode.EXCLUSIVE);
      case HOLDING_SHARED -> holding(fields, Mode.SHARED);
      case HOLDING_COUNTED -> holding(fields, Mode.COUNTED);
      case MISMATCHED -> new Standing.Mismatched(permits(fields.get(1)));
      case QUEUED ->
          new Standing.Queued(count(fields.get(1)), count(fields.get(2)), attempt(fields.get(3)));
      case ABSENT ->
          new Standing.Absent(count(fields.get(1)), attempt(fields.get(2)), flag(fields.get(3)));
      default -> throw new MalformedReplyException(reply);
    };
  }

  private static boolean isTail(byte[] reply, byte[] attempt) {
    return reply.length <= TAIL && endsWithTail(reply, attempt);
  }

  private static Standing.Holding holding(List<?> fields, Mode mode) {
    return holding(number(fields.get(1)), number(fields.get(2)), number(fields.get(3)), mode);
  }

  /** A hold of this client, whether a reply or a push tells of it. */
  public static Standing.Holding holding(long stamp, long leftMillis, long othersWait, Mode mode) {
    return holding(stamp, count(leftMillis), flag(othersWait), mode);
  }

  private static Standing.Holding holding(
      long stamp, long leftMillis, boolean othersWait, Mode mode) {
    try {
      return new Standing.Holding(stamp, leftMillis, othersWait, mode);
    } catch (IllegalArgumentException none) {
      throw new NoTokenException(none);
    }
  }

  private static int kind(@Nullable Object reply) {
    long kind = number(reply);
    return kind == (int) kind ? (int) kind : 0;
  }

  public static boolean flag(@Nullable Object reply) {
    long number = number(reply);
    if (number != 0 && number != 1) {
      throw new MalformedReplyException(reply);
    }
    return number == 1;
  }

  /** What is known of the name whose hold has this key. */
  public static LockInfo info(String name, byte[] key, @Nullable Object reply) {
    List<?> parts = list(reply);
    if (parts.size() != 4 || !Arrays.equals(bytes(parts.get(3)), key)) {
      throw new MalformedReplyException(reply);
    }
    List<LockInfo.Hold> holds = new ArrayList<>();
    for (Object hold : list(parts.get(0))) {
      holds.add(hold(hold));
    }
    List<Owner> waiters = new ArrayList<>();
    for (Object waiter : list(parts.get(1))) {
      waiters.add(Owner.parse(someAttempt(waiter)));
    }
    return new LockInfo(name, holds, waiters, permits(parts.get(2)));
  }

  private static LockInfo.Hold hold(@Nullable Object reply) {
    List<?> fields = list(reply);
    if (fields.size() != 5) {
      throw new MalformedReplyException(reply);
    }
    String owner = someAttempt(fields.get(2));
    boolean kept = owner.startsWith("!");
    try {
      return LockInfo.Hold.of(
          kept ? owner.substring(1) : owner,
          number(fields.get(0)),
          Duration.ofMillis(count(fields.get(1))),
          flag(fields.get(3)) ? Mode.SHARED : Mode.EXCLUSIVE,
          kept,
          permits(fields.get(4)));
    } catch (IllegalArgumentException none) {
      throw new NoTokenException(none);
    }
  }

  /** The clock of the server that has this key, in milliseconds. */
  public static long clock(byte[] key, @Nullable Object reply) {
    List<?> parts = list(reply);
    if (parts.size() != 2 || !Arrays.equals(bytes(parts.get(1)), key)) {
      throw new MalformedReplyException(reply);
    }
    return count(parts.get(0));
  }

  public static List<?> list(@Nullable Object reply) {
    if (reply instanceof List<?> list) {
      return list;
    }
    throw new MalformedReplyException(reply);
  }

  public static long number(@Nullable Object reply) {
    if (reply instanceof Long number) {
      return number;
    }
    throw new MalformedReplyException(reply);
  }

  /** A number of what there can be none of, but not less. */
  private static long count(@Nullable Object reply) {
    long number = number(reply);
    if (number < 0) {
      throw new MalformedReplyException(reply);
    }
    return number;
  }

  /** How many permits a name or a hold has. */
  public static int permits(@Nullable Object reply) {
    long number = count(reply);
    if (number > Integer.MAX_VALUE) {
      throw new MalformedReplyException(reply);
    }
    return (int) number;
  }

  private static @Nullable String attempt(@Nullable Object reply) {
    byte[] bytes = bytes(reply);
    return bytes.length == 0 ? null : Bytes.text(bytes);
  }

  private static String someAttempt(@Nullable Object reply) {
    String attempt = attempt(reply);
    if (attempt == null) {
      throw new MalformedReplyException(reply);
    }
    return attempt;
  }

  public static byte[] bytes(@Nullable Object reply) {
    if (reply instanceof byte[] bytes) {
      return bytes;
    }
    throw new MalformedReplyException(reply);
  }

  /**
   * The answer belongs to this request, but tells of a hold with a stamp that makes no token: the
   * server's clock has been past May 2041, or something else wrote that.
   */
  public static final class NoTokenException extends MalformedReplyException {
    private static final long serialVersionUID = 1L;

    NoTokenException(IllegalArgumentException none) {
      super(none.getMessage());
    }
  }

  /** The answer is none that these scripts give. */
  public static class MalformedReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedReplyException(@Nullable Object reply) {
      super(describe(reply));
    }

    private static String describe(@Nullable Object reply) {
      if (reply instanceof byte[] bytes) {
        return "a string of " + bytes.length + " bytes";
      }
      if (reply instanceof List<?> list) {
        return "a list of " + list.size() + " elements";
      }
      return String.valueOf(reply);
    }
  }
}
