package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisReplicaTests;
import org.junit.jupiter.api.Tag;

/** Holds that a replica must have, through Lettuce. */
@Tag("rest")
class LettuceReplicaTest extends RedisReplicaTests {}
