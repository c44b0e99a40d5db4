/** Odd input, made from a seed: {@code -Dholdfast.fuzz=1000000 -Dholdfast.seed=7}. */
@NullMarked
package dev.holdfast.fuzz;

import org.jspecify.annotations.NullMarked;
