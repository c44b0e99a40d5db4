/**
 * What a user's {@link dev.holdfast.Holdfast} is made of: {@link Client}, which stays, and what it
 * has while it is open, {@link OpenClient}, which {@link Openings} makes.
 *
 * <p>The packages below it, each of which knows only those after it:
 *
 * <ol>
 *   <li>{@code election}: candidates, leaders and observers.
 *   <li>{@code locks}: what users lock, and their leases of several names.
 *   <li>{@code engine}: one state machine for each name, which never blocks and owns no thread.
 *   <li>{@code hold}: a hold of the store, how it is asked for, renewed, lent and lost.
 *   <li>{@code session}: how the store is opened and called.
 *   <li>{@code events}: what the client's listener is told of requests and calls.
 *   <li>{@code runtime}: time, threads and waiting.
 *   <li>{@code text}: names, durations, tokens and ids.
 * </ol>
 */
@NullMarked
package dev.holdfast.internal;

import org.jspecify.annotations.NullMarked;
