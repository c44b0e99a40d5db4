package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisDatabaseTests;
import org.junit.jupiter.api.Tag;

/** Databases of one server, through Lettuce. */
@Tag("rest")
class LettuceDatabaseTest extends RedisDatabaseTests {}
