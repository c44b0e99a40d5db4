package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisRiddenOutTests;

/** Servers that refuse for a while, through Jedis. */
class JedisRiddenOutTest extends RedisRiddenOutTests {}
