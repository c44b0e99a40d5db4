/** What Holdfast's own modules share: not for users. */
@NullMarked
package dev.holdfast.redis.jedis.internal;

import org.jspecify.annotations.NullMarked;
