/**
 * Holdfast in applications of Spring Boot 4 and 3.5: one client, over what the application has.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.spring.boot.HoldfastAutoConfiguration}: the beans.
 *   <li>{@link dev.holdfast.spring.boot.HoldfastProperties}: the properties {@code holdfast.*}.
 *   <li>{@link dev.holdfast.spring.boot.StoreChoice}: which store it is, among the {@link
 *       dev.holdfast.spring.boot.StoreCandidate}s of each {@link
 *       dev.holdfast.spring.boot.StoreSource}.
 *   <li>{@link dev.holdfast.spring.boot.HoldfastActuatorAutoConfiguration}: what operators are
 *       told, and {@link dev.holdfast.spring.boot.HoldfastMetricsAutoConfiguration}.
 * </ol>
 */
@NullMarked
package dev.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
