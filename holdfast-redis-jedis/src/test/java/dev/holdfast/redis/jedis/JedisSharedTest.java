package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisSharedTests;

/** Shared holds, through Jedis. */
class JedisSharedTest extends RedisSharedTests {}
