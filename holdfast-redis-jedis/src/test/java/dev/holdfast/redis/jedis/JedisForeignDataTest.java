package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisForeignDataTests;

/** Values of other programs in the place of a name's keys, through Jedis. */
class JedisForeignDataTest extends RedisForeignDataTests {}
