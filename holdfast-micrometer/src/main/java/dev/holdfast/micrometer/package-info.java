/**
 * Metrics of a client for Micrometer. {@link dev.holdfast.micrometer.HoldfastMetrics} reads what a
 * client has and has done whenever the registry is read; {@link
 * dev.holdfast.micrometer.HoldfastMetricsListener} measures what a client tells; {@link
 * dev.holdfast.micrometer.LockObservation} has the observations of acquires and holds. The name of
 * a lock is never a tag: {@link dev.holdfast.micrometer.NameGroups} makes few groups of many names.
 *
 * <p>To add a metric:
 *
 * <ol>
 *   <li>Of what a client has, or of a count that must be there from the beginning: {@code Figures}
 *       registers it, from {@link dev.holdfast.ClientStatistics}, {@code Holdfast.leases} or {@code
 *       Holdfast.waits}. A new number of {@code ClientStatistics} is counted by {@code
 *       LeaseCounters} or {@code Census} in the core, is public API ({@code
 *       api/holdfast-core.txt}), and is shown by {@code ClientReport} of the module for Spring
 *       Boot.
 *   <li>Of what happens, with times and tags: {@link
 *       dev.holdfast.micrometer.HoldfastMetricsListener}. A new event is a method of {@link
 *       dev.holdfast.HoldfastListener}, told by {@code ListenerEvents} of the core. Acquires and
 *       holds are in {@code TimedRequest}, and again in {@link
 *       dev.holdfast.micrometer.LockObservation} for those who observe.
 *   <li>In the table of the class's javadoc; in {@code docs/operations.md}; a panel in {@code
 *       dashboards/holdfast.json}; in {@code alerts}, if an operator must act. {@code
 *       NamesOfMetricsTest} fails for what is missing, {@code AlertsTest} asks a real Prometheus.
 *       {@code Emitted}, in the tests, makes each event once.
 * </ol>
 */
@NullMarked
package dev.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
