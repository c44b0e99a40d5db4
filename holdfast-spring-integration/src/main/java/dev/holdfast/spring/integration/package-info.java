/**
 * A lock registry and leaders for Spring Integration, over any store of Holdfast.
 *
 * <p>Read first: {@link dev.holdfast.spring.integration.HoldfastLockRegistry}, {@link
 * dev.holdfast.spring.integration.HoldfastLeaderInitiator}.
 */
@NullMarked
package dev.holdfast.spring.integration;

import org.jspecify.annotations.NullMarked;
