package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisOneEndpointTests;

/** One address whose server insists on slots, through Jedis. */
class JedisOneEndpointTest extends RedisOneEndpointTests {}
