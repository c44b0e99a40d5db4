package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisCallsTests;

/** What verbs cost the server, through Lettuce. */
class LettuceCallsTest extends RedisCallsTests {}
