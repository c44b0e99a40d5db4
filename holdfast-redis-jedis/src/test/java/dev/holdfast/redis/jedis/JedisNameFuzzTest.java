package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisNameFuzzTests;

/** Odd names on a real server, through Jedis. */
class JedisNameFuzzTest extends RedisNameFuzzTests {}
