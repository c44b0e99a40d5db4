package dev.holdfast.redis.jedis;

import dev.holdfast.redis.CostTests;

/** What locks cost a server, through Jedis. */
class JedisCostTest extends CostTests {}
