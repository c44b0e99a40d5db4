package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.StrangerTests;
import org.junit.jupiter.api.Tag;

@Tag("rest")
class LettuceStrangerTest extends StrangerTests {}
