package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisSentinelFailureTests;
import org.junit.jupiter.api.Tag;

/** Sentinels that have another master to name, through Lettuce. */
@Tag("rest")
class LettuceSentinelFailureTest extends RedisSentinelFailureTests {}
