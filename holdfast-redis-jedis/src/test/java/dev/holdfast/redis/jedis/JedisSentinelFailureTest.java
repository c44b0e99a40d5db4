package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisSentinelFailureTests;
import org.junit.jupiter.api.Tag;

/** Sentinels that have another master to name, through Jedis. */
@Tag("rest")
class JedisSentinelFailureTest extends RedisSentinelFailureTests {}
