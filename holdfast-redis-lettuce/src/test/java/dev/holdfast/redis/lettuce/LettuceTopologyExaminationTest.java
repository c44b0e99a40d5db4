package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTopologyExaminationTests;

/** What is found of clusters, Sentinels and quorums, through Lettuce. */
class LettuceTopologyExaminationTest extends RedisTopologyExaminationTests {}
