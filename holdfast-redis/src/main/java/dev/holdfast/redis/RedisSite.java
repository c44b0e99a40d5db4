package dev.holdfast.redis;

/**
 * What the sessions of one store have in common.
 *
 * @param store names it in messages; without password
 * @param slots which keys may share a script
 */
record RedisSite(String store, SlotRule slots) {
  static RedisSite of(String store, RedisPort port) {
    return new RedisSite(store, new SlotRule(port));
  }
}
