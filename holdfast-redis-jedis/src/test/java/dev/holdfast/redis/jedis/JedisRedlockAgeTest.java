package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockAgeTests;
import org.junit.jupiter.api.Tag;

/** The age of a member of a quorum, through Jedis. */
@Tag("rest")
class JedisRedlockAgeTest extends RedlockAgeTests {}
