package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisPushTests;

/** Pushes and forgotten scripts, through Jedis. */
class JedisPushTest extends RedisPushTests {}
