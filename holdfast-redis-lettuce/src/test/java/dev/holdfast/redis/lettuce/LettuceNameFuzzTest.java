package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisNameFuzzTests;
import org.junit.jupiter.api.Tag;

/** Odd names on a real server, through Lettuce. */
@Tag("rest")
class LettuceNameFuzzTest extends RedisNameFuzzTests {}
