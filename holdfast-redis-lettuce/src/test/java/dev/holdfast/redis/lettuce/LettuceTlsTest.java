package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTlsTests;

/** TLS, through Lettuce. */
class LettuceTlsTest extends RedisTlsTests {}
