package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisCallsTests;

/** What verbs cost the server, through Jedis. */
class JedisCallsTest extends RedisCallsTests {}
