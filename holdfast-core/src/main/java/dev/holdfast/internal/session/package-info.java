/**
 * How a store is opened and called: {@link StoreProviders} finds the one of a URL (or says which
 * module is missing, {@link UnknownStore}); {@link TimedOpening} bounds the time that opening may
 * take. {@link StoreInvoker} makes the calls, and {@link DeferredListener} hands pushes on.
 *
 * <p>The store of a client that is opened lazily comes later: {@link BackgroundOpening} tries, with
 * {@link OpeningPace}, {@link OpeningTry} and {@link OpeningCall}; {@link LazyStoreInvoker} lets
 * calls wait, and {@link UnreachedSession} is why they fail.
 */
@NullMarked
package dev.holdfast.internal.session;

import org.jspecify.annotations.NullMarked;
