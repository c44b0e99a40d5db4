package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTopologyExaminationTests;
import org.junit.jupiter.api.Tag;

/** What is found of clusters, Sentinels and quorums, through Jedis. */
@Tag("rest")
class JedisTopologyExaminationTest extends RedisTopologyExaminationTests {}
