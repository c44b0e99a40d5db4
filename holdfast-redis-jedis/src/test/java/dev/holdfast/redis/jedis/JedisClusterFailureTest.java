package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisClusterFailureTests;
import org.junit.jupiter.api.Tag;

/** A cluster whose servers fail and whose slots move, through Jedis. */
@Tag("rest")
class JedisClusterFailureTest extends RedisClusterFailureTests {}
