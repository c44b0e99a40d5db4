package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisPushTests;

/** Pushes and forgotten scripts, through Lettuce. */
class LettucePushTest extends RedisPushTests {}
