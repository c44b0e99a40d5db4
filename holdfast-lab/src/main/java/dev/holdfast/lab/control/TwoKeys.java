package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * D10: one key says that somebody reads, another that somebody writes. All readers share the first,
 * so that the release of any of them lets a writer in beside the others.
 */
final class TwoKeys extends RedisDesign {
  /** Sets the first key unless it, or one that follows, is there; a reader's own key may be. */
  private static final String ACQUIRE =
      "for i = 2, #KEYS do if redis.call('EXISTS', KEYS[i]) == 1 then return 0 end end"
          + " redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) return 1";

  TwoKeys(Surroundings s) {
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
    String read = key(name) + ":read";
    String write = key(name) + ":write";
    String mine = want.mode() == Mode.SHARED ? read : write;
    List<String> keys =
        want.mode() == Mode.SHARED ? List.of(read, write) : List.of(write, write, read);
    long asked = System.nanoTime();
    Object set = redis.eval(ACQUIRE, keys, List.of(String.valueOf(lease.toMillis())));
    return set.equals(1L) ? Belief.lasting(asked, lease, () -> redis.del(mine)) : null;
  }
}
