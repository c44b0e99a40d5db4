/**
 * What was measured: each {@link dev.holdfast.benchmarks.figure.Figure} of each row, gathered in
 * {@link dev.holdfast.benchmarks.figure.Figures}, and a {@link
 * dev.holdfast.benchmarks.figure.Chart} where a number depends on another one.
 */
@NullMarked
package dev.holdfast.benchmarks.figure;

import org.jspecify.annotations.NullMarked;
