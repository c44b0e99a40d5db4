package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisProtocolTests;

/** What is particular to Redis, through Jedis. */
class JedisProtocolTest extends RedisProtocolTests {}
