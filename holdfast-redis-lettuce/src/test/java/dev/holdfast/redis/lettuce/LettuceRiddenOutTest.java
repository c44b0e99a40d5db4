package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisRiddenOutTests;
import org.junit.jupiter.api.Tag;

/** Servers that refuse for a while, through Lettuce. */
@Tag("rest")
class LettuceRiddenOutTest extends RedisRiddenOutTests {}
