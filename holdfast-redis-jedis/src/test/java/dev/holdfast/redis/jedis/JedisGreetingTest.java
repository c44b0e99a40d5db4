package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisGreetingTests;

/** What a session finds out when it opens, through Jedis. */
class JedisGreetingTest extends RedisGreetingTests {}
