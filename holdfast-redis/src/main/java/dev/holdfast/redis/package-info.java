/**
 * The Redis protocol: what Holdfast's scripts do, where they keep it, and how their answers read.
 * Everything above {@link dev.holdfast.redis.RedisPort} is the same for every Redis client; what is
 * below it is an adapter's. Applications use an adapter.
 */
@NullMarked
package dev.holdfast.redis;

import org.jspecify.annotations.NullMarked;
