package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTlsTests;

/** TLS, through Jedis. */
class JedisTlsTest extends RedisTlsTests {}
