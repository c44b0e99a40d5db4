package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTopologyExaminationTests;
import org.junit.jupiter.api.Tag;

/** What is found of clusters, Sentinels and quorums, through Lettuce. */
@Tag("rest")
class LettuceTopologyExaminationTest extends RedisTopologyExaminationTests {}
