package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * D4: {@code SETNX} of the time at which the lock expires, and {@code GETSET} by whoever finds it
 * expired. The times are the clients' own: one whose clock is ahead takes over what is held.
 */
final class ClientClock extends RedisDesign {
  private static final long TOLERANCE_MILLIS = 1_000;

  /** The fault is the clients': the clock of each is so much ahead of the one before. */
  private static final long SKEW_MILLIS = 1_500;

  private final long aheadMillis;

  ClientClock(Surroundings s) {
    super(s);
    aheadMillis = s.client() * SKEW_MILLIS;
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    long asked = System.nanoTime();
    long now = System.currentTimeMillis() + aheadMillis;
    String mine = String.valueOf(now + lease.toMillis());
    if (!setIfAbsent(key, mine)) {
      String seen = redis.get(key);
      // Even who loses the race of two takeovers has pushed the winner's time on.
      if (seen == null || !isOver(seen, now) || !seen.equals(redis.setGet(key, mine))) {
        return null;
      }
    }
    return Belief.lasting(asked, lease, () -> redis.del(key));
  }

  private static boolean isOver(String expiry, long now) {
    return Long.parseLong(expiry) + TOLERANCE_MILLIS < now;
  }
}
