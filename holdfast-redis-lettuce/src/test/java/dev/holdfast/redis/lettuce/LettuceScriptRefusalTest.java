package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisScriptRefusalTests;
import org.junit.jupiter.api.Tag;

/** Servers that run no scripts, through Lettuce. */
@Tag("rest")
class LettuceScriptRefusalTest extends RedisScriptRefusalTests {}
