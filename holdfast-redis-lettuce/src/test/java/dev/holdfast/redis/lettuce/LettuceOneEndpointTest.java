package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisOneEndpointTests;
import org.junit.jupiter.api.Tag;

/** One address whose server insists on slots, through Lettuce. */
@Tag("rest")
class LettuceOneEndpointTest extends RedisOneEndpointTests {}
