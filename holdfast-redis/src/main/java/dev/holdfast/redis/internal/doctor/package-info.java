/**
 * The diagnosis of {@code holdfast doctor}: what servers are asked, and what is found.
 *
 * <ul>
 *   <li>By kind of deployment: {@link dev.holdfast.redis.internal.doctor.ServerDiagnosis}, {@link
 *       dev.holdfast.redis.internal.doctor.ClusterDiagnosis}, {@link
 *       dev.holdfast.redis.internal.doctor.SentinelDiagnosis}.
 *   <li>What is seen: {@link dev.holdfast.redis.internal.doctor.ServerFacts}, {@link
 *       dev.holdfast.redis.internal.doctor.ClusterView}, {@link
 *       dev.holdfast.redis.internal.doctor.SentinelView}, read through a {@link
 *       dev.holdfast.redis.internal.doctor.BlockingPort}; {@link
 *       dev.holdfast.redis.internal.doctor.ReplyMap} reads answers of names and values.
 *   <li>What is checked: the classes whose names end in {@code Check}, {@link
 *       dev.holdfast.redis.internal.doctor.ClusterHealth} and {@link
 *       dev.holdfast.redis.internal.doctor.FailureDomains}; {@link
 *       dev.holdfast.redis.internal.doctor.LockProbe} tries a lock; {@link
 *       dev.holdfast.redis.internal.doctor.Unreachable} is a server without an answer.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.doctor;

import org.jspecify.annotations.NullMarked;
