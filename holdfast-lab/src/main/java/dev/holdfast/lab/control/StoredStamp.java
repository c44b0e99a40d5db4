package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * D6 with tokens from stamps that grow with the time. It stores a stamp before it looks whether a
 * token can be made of it: after May 2041 none can, and each later stamp of that name lies above.
 */
final class StoredStamp extends RedisDesign {
  private static final long TOKENS_PER_STAMP = 4096;

  /** Refused are stamps of which no token can be made. */
  private static final String ACQUIRE =
      "if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end"
          + " local now = tonumber(ARGV[3])"
          + " if now == 0 then local time = redis.call('TIME')"
          + " now = time[1] * 1000000 + time[2] end"
          + " local stamp = math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, now)"
          + " redis.call('SET', KEYS[2], string.format('%.0f', stamp))"
          + " if stamp > tonumber(ARGV[4]) then return 0 end"
          + " redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])"
          + " return stamp";

  private final LongSupplier micros;

  private StoredStamp(Surroundings s, LongSupplier micros) {
    super(s);
    this.micros = micros;
  }

  /** By the server's clock. */
  static StoredStamp ofServer(Surroundings s) {
    return new StoredStamp(s, () -> 0);
  }

  /** By each client's own clock. */
  static StoredStamp ofClient(Surroundings s) {
    return new StoredStamp(s, () -> System.currentTimeMillis() * 1_000);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String value = UUID.randomUUID().toString();
    List<String> arguments =
        List.of(
            value,
            String.valueOf(lease.toMillis()),
            String.valueOf(micros.getAsLong()),
            String.valueOf(Long.MAX_VALUE / TOKENS_PER_STAMP));
    long asked = System.nanoTime();
    long stamp = (long) redis.eval(ACQUIRE, List.of(key, key + ":stamp"), arguments);
    return stamp == 0
        ? null
        : Belief.lasting(
            asked,
            lease,
            stamp * TOKENS_PER_STAMP,
            () -> redis.eval(OwnValue.RELEASE, List.of(key), List.of(value)));
  }
}
