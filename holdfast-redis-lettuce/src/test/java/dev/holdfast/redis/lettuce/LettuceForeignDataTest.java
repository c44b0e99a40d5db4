package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisForeignDataTests;
import org.junit.jupiter.api.Tag;

/** Values of other programs in the place of a name's keys, through Lettuce. */
@Tag("rest")
class LettuceForeignDataTest extends RedisForeignDataTests {}
