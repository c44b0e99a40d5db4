package dev.holdfast.redis.jedis;

import dev.holdfast.redis.StrangerTests;

class JedisStrangerTest extends StrangerTests {}
