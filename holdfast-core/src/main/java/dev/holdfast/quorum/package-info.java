/** Locks held by a majority of several independent stores. */
@NullMarked
package dev.holdfast.quorum;

import org.jspecify.annotations.NullMarked;
