package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.KeyPrefix;

/**
 * What the sessions of one store have in common.
 *
 * @param store names it in messages; without password
 * @param prefix what all their keys and channels begin with
 * @param slots which keys may share a script
 */
public record RedisSite(String store, String prefix, SlotRule slots) {
  public static RedisSite of(String store, RedisPort port) {
    return new RedisSite(store, KeyPrefix.NONE, new SlotRule(port));
  }

  /** The same for keys that begin like this. */
  public RedisSite withPrefix(String other) {
    return new RedisSite(store, KeyPrefix.check(other), slots);
  }

  /** The same under another name in messages. */
  public RedisSite named(String other) {
    return new RedisSite(other, prefix, slots);
  }

  public Keys keys(String namespace) {
    return new Keys(prefix, namespace);
  }
}
