package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockTogetherTests;

/** What a member of a quorum is asked at the same time, through Jedis. */
class JedisRedlockTogetherTest extends RedlockTogetherTests {}
