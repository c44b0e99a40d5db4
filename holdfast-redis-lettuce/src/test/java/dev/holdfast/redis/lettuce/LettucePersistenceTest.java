package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisPersistenceTests;
import org.junit.jupiter.api.Tag;

/** A server that is killed and started again, through Lettuce. */
@Tag("rest")
class LettucePersistenceTest extends RedisPersistenceTests {}
