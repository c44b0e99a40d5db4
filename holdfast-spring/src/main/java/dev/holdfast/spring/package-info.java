/**
 * Locked methods of Spring beans.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.spring.Locked} and {@link dev.holdfast.spring.RunOnce}: what users
 *       write; {@link dev.holdfast.spring.CurrentLease}: what they get.
 *   <li>{@link dev.holdfast.spring.LockedInterceptor}: what happens around a method; {@link
 *       dev.holdfast.spring.LockedPipeline}: around one of a reactive type.
 *   <li>{@link dev.holdfast.spring.LockedMethod}: what an annotation means, read by {@link
 *       dev.holdfast.spring.LockedMethods} and refused where it could not be kept.
 *   <li>{@link dev.holdfast.spring.LockedBeans}: what a start can see of methods that would run
 *       without their lock.
 *   <li>{@link dev.holdfast.spring.ClientLifecycle}: the shutdown.
 * </ol>
 */
@NullMarked
package dev.holdfast.spring;

import org.jspecify.annotations.NullMarked;
