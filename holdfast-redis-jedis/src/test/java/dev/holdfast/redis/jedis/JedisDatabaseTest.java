package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisDatabaseTests;

/** Databases of one server, through Jedis. */
class JedisDatabaseTest extends RedisDatabaseTests {}
