/**
 * What was measured: each {@link dev.holdfast.benchmarks.figure.Figure} of each row, gathered in
 * {@link dev.holdfast.benchmarks.figure.Figures}.
 */
@NullMarked
package dev.holdfast.benchmarks.figure;

import org.jspecify.annotations.NullMarked;
