package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisPersistenceTests;

/** A server that is killed and started again, through Jedis. */
class JedisPersistenceTest extends RedisPersistenceTests {}
