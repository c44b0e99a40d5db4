package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisProtocolTests;

/** What is particular to Redis, through Lettuce. */
class LettuceProtocolTest extends RedisProtocolTests {}
