/** Holdfast beside the bare recipes, measured in turn and in one run. */
@NullMarked
package dev.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
