/** The program {@code holdfast}: runs commands under a lock, and shows and breaks locks. */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
