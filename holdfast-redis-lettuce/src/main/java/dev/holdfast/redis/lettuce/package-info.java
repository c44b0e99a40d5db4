/** Locks on Redis through Lettuce: {@link dev.holdfast.redis.lettuce.LettuceStore}. */
@NullMarked
package dev.holdfast.redis.lettuce;

import org.jspecify.annotations.NullMarked;
