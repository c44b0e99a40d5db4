package dev.holdfast.redis.jedis;

import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.redis.RedisFence;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A guard for data in Redis: it remembers the highest fencing token that a resource has seen, and
 * runs a Lua script unless the caller comes with an older one. Check and script are one step for
 * the server.
 *
 * <pre>{@code
 * JedisFence fence = JedisFence.of(jedis);
 * try (Lease lease = holdfast.mutex("stock:7").acquire()) {
 *   fence.eval("return redis.call('SET', KEYS[1], ARGV[1])",
 *       "stock:7", lease, List.of("stock:7"), List.of("12"));
 * }
 * }</pre>
 *
 * <p>The script sees its own {@code KEYS} and {@code ARGV}, as if it stood alone. A section's first
 * script should be the one that reads: from there on, older holders are refused. A later one, that
 * writes, is guarded in the same way.
 *
 * <p>A resource is what one lock protects; its tokens must all come from that one lock. Call it
 * like a key that the script uses, or like several with the same hash tag: the mark is a key of its
 * own, {@code hf1:fence:{…}:resource}, in the slot of a key with the resource's name. On a cluster,
 * the keys of the script must be in that slot, too.
 *
 * <p>The mark is kept for seven days after the last contact, or as {@link #keepMarks} says. A
 * server that evicts keys, or loses its data, forgets it sooner; then the next token that comes is
 * admitted, whatever it is.
 *
 * <p>Thread-safe and immutable. The client stays its owner's.
 */
public final class JedisFence {
  private final UnifiedJedis client;
  private final RedisFence fence;

  private JedisFence(UnifiedJedis client, RedisFence fence) {
    this.client = client;
    this.fence = fence;
  }

  /** A guard that uses this client. */
  public static JedisFence of(UnifiedJedis client) {
    return new JedisFence(Objects.requireNonNull(client, "client"), RedisFence.create());
  }

  /**
   * One that keeps the marks for so long after a resource's last contact: longer than anybody with
   * an old token can be away; a minute to ten years.
   */
  public JedisFence keepMarks(Duration kept) {
    return new JedisFence(client, fence.keepMarks(kept));
  }

  /**
   * One whose marks have this before their keys, as {@link JedisStore#keyPrefix} has. Guards with
   * different prefixes do not see each other's marks.
   *
   * @throws IllegalArgumentException if keys cannot begin like this
   */
  public JedisFence keyPrefix(String prefix) {
    return new JedisFence(client, fence.keyPrefix(prefix));
  }

  /**
   * Runs a script for an exclusive holder.
   *
   * @return what the script returned, as Jedis gives it
   * @throws StaleTokenException if a newer holder has been there, or another with the same token;
   *     the script did not run
   */
  public @Nullable Object eval(
      String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
    return run(fence.exclusive(lua, resource, lease.token(), lease.owner().id(), keys, arguments));
  }

  /**
   * The same for a token alone, which may have come from another process; an equal one is admitted,
   * even if another client brought it before.
   *
   * @throws StaleTokenException if a newer holder has been there; the script did not run
   */
  public @Nullable Object eval(
      String lua, String resource, long token, List<String> keys, List<String> arguments) {
    return run(fence.exclusive(lua, resource, token, "", keys, arguments));
  }

  /**
   * Runs a script for a shared holder, a reader.
   *
   * @return what the script returned, as Jedis gives it
   * @throws StaleTokenException if a newer exclusive holder has been there; the script did not run
   */
  public @Nullable Object evalShared(
      String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
    return evalShared(lua, resource, lease.token(), keys, arguments);
  }

  /**
   * The same for a token alone.
   *
   * @throws StaleTokenException if a newer exclusive holder has been there; the script did not run
   */
  public @Nullable Object evalShared(
      String lua, String resource, long token, List<String> keys, List<String> arguments) {
    return run(fence.shared(lua, resource, token, keys, arguments));
  }

  private @Nullable Object run(RedisFence.Call call) {
    try {
      try {
        return client.evalsha(call.digest(), call.keys(), call.arguments());
      } catch (JedisDataException unknown) {
        if (!RedisFence.Call.isUnknown(unknown.getMessage())) {
          throw unknown;
        }
        return client.eval(call.source(), call.keys(), call.arguments());
      }
    } catch (JedisDataException error) {
      StaleTokenException refusal = call.refusal(error.getMessage());
      throw refusal == null ? error : refusal;
    }
  }
}
