/**
 * Locked methods of CDI beans, by one interceptor of the standard.
 *
 * <p>Read first: {@link dev.holdfast.cdi.Locked}, what users write; {@link
 * dev.holdfast.cdi.LockedInterceptor}, what happens around a method.
 */
@NullMarked
package dev.holdfast.cdi;

import org.jspecify.annotations.NullMarked;
