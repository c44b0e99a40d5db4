/**
 * Metrics of a client for Micrometer. {@link dev.holdfast.micrometer.HoldfastMetrics} reads what a
 * client has and has done whenever the registry is read; {@link
 * dev.holdfast.micrometer.HoldfastMetricsListener} measures what a client tells; {@link
 * dev.holdfast.micrometer.LockObservation} has the observations of acquires and holds. The name of
 * a lock is never a tag: {@link dev.holdfast.micrometer.NameGroups} makes few groups of many names.
 */
@NullMarked
package dev.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
