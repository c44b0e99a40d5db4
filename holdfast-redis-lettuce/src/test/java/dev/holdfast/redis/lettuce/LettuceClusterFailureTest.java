package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisClusterFailureTests;
import org.junit.jupiter.api.Tag;

/** A cluster whose servers fail and whose slots move, through Lettuce. */
@Tag("rest")
class LettuceClusterFailureTest extends RedisClusterFailureTests {}
