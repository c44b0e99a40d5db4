/**
 * What users of Holdfast write against: {@link dev.holdfast.Holdfast} makes locks, a {@link
 * dev.holdfast.DistributedLock} makes leases, a {@link dev.holdfast.Lease} carries the fencing
 * token.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
