/**
 * What a user's {@link dev.holdfast.HoldfastListener} is told of requests and calls: {@link
 * dev.holdfast.internal.events.ListenerEvents}.
 */
@NullMarked
package dev.holdfast.internal.events;

import org.jspecify.annotations.NullMarked;
