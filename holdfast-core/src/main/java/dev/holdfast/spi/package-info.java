/**
 * What a store implements and what the engine asks of its host. Applications do not need this
 * package, except to name a {@link dev.holdfast.spi.LockStore}.
 */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;
