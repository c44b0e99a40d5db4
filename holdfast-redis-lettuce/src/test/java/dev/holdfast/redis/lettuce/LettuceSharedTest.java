package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisSharedTests;

/** Shared holds, through Lettuce. */
class LettuceSharedTest extends RedisSharedTests {}
