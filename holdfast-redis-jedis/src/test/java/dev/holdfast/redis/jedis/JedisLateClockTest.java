package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisLateClockTests;

/** Stamps that make no token, through Jedis. */
class JedisLateClockTest extends RedisLateClockTests {}
