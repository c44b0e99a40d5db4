package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisReplicaTests;

/** Holds that a replica must have, through Jedis. */
class JedisReplicaTest extends RedisReplicaTests {}
