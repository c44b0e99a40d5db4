package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTopologyExaminationTests;

/** What is found of clusters, Sentinels and quorums, through Jedis. */
class JedisTopologyExaminationTest extends RedisTopologyExaminationTests {}
