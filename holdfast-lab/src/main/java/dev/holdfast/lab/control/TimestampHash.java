package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * D11: a hash with the time at which somebody began to read, and that at which somebody began to
 * write, by the clients' clocks; who releases deletes a time that is its own. A second reader
 * overwrites the first one's time, so that its release lets a writer in beside the first; and two
 * that begin in the same millisecond own the same time.
 */
final class TimestampHash extends RedisDesign {
  /** Writes the client's time into the first field, unless one of the others is not over yet. */
  private static final String ACQUIRE =
      "for i = 4, #ARGV do local since = redis.call('HGET', KEYS[1], ARGV[i])"
          + " if since and since + ARGV[3] > tonumber(ARGV[2]) then return 0 end end"
          + " redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])"
          + " redis.call('PEXPIRE', KEYS[1], ARGV[3]) return 1";

  private static final String RELEASE =
      "if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then"
          + " return redis.call('HDEL', KEYS[1], ARGV[1]) end return 0";

  TimestampHash(Surroundings s) {
    super(s);
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.EXCLUSIVE, Mode.SHARED);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    return attempt(name, Want.WRITE);
  }

  @Override
  public @Nullable Grip attempt(String name, Want want) {
    String key = key(name);
    long asked = System.nanoTime();
    String now = String.valueOf(System.currentTimeMillis());
    String most = String.valueOf(lease.toMillis());
    String mine = want.mode() == Mode.SHARED ? "read" : "write";
    List<String> arguments =
        want.mode() == Mode.SHARED
            ? List.of(mine, now, most, "write")
            : List.of(mine, now, most, "write", "read");
    Object set = redis.eval(ACQUIRE, List.of(key), arguments);
    return set.equals(1L)
        ? Belief.lasting(asked, lease, () -> redis.eval(RELEASE, List.of(key), List.of(mine, now)))
        : null;
  }
}
