package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisGreetingTests;

/** What a session finds out when it opens, through Lettuce. */
class LettuceGreetingTest extends RedisGreetingTests {}
