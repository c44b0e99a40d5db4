/** Locks on Redis over Spring Data Redis: {@link dev.holdfast.redis.spring.SpringRedisStore}. */
@NullMarked
package dev.holdfast.redis.spring;

import org.jspecify.annotations.NullMarked;
