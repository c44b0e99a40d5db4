/**
 * A small Redis in memory, on a clock that is given to it, that runs Lua scripts: just what
 * Holdfast's scripts use.
 */
@NullMarked
package dev.holdfast.lab.redis;

import org.jspecify.annotations.NullMarked;
