package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisExaminationTests;
import org.junit.jupiter.api.Tag;

/** What is found of servers, through Lettuce. */
@Tag("rest")
class LettuceExaminationTest extends RedisExaminationTests {}
