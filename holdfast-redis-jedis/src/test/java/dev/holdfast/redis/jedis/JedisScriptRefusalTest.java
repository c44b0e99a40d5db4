package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisScriptRefusalTests;

/** Servers that run no scripts, through Jedis. */
class JedisScriptRefusalTest extends RedisScriptRefusalTests {}
