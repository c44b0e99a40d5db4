package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockStampTests;

/** Stamps that are proposed to a member of a quorum, through Jedis. */
class JedisRedlockStampTest extends RedlockStampTests {}
