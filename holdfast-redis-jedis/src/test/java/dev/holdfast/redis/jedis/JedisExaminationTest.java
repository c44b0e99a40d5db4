package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisExaminationTests;

/** What is found of servers, through Jedis. */
class JedisExaminationTest extends RedisExaminationTests {}
