package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisLateClockTests;
import org.junit.jupiter.api.Tag;

/** Stamps that make no token, through Lettuce. */
@Tag("rest")
class LettuceLateClockTest extends RedisLateClockTests {}
