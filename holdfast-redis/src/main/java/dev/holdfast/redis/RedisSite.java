package dev.holdfast.redis;

/**
 * What the sessions of one store have in common.
 *
 * @param store names it in messages; without password
 * @param prefix what all their keys and channels begin with
 * @param slots which keys may share a script
 */
record RedisSite(String store, String prefix, SlotRule slots) {
  static RedisSite of(String store, RedisPort port) {
    return new RedisSite(store, KeyPrefix.NONE, new SlotRule(port));
  }

  /** The same for keys that begin like this. */
  RedisSite withPrefix(String other) {
    return new RedisSite(store, KeyPrefix.check(other), slots);
  }

  /** The same under another name in messages. */
  RedisSite named(String other) {
    return new RedisSite(other, prefix, slots);
  }

  Keys keys(String namespace) {
    return new Keys(prefix, namespace);
  }
}
