/**
 * What a run tells: {@link dev.holdfast.benchmarks.report.TextReport} and {@link
 * dev.holdfast.benchmarks.report.JsonReport}, and the {@link
 * dev.holdfast.benchmarks.report.Machine} that it ran on. {@link
 * dev.holdfast.benchmarks.report.Bars} are the figures that must be reached, each a {@link
 * dev.holdfast.benchmarks.report.Bar}.
 */
@NullMarked
package dev.holdfast.benchmarks.report;

import org.jspecify.annotations.NullMarked;
