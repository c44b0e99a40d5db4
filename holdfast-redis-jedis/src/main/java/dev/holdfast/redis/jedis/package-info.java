/** Locks on Redis through Jedis: {@link dev.holdfast.redis.jedis.JedisStore}. */
@NullMarked
package dev.holdfast.redis.jedis;

import org.jspecify.annotations.NullMarked;
