/** A lock provider for ShedLock, over any store of Holdfast. */
@NullMarked
package dev.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;
