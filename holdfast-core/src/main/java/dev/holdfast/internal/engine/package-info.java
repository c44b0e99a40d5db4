/**
 * The lock engine: one state machine for each name, which never blocks and owns no thread.
 *
 * <p>Read first, in this order: {@link Engine}, to which calls, answers, pushes and ticks come;
 * {@link NameMachine}, all that a client knows of one name; {@link AcquirePhase}, its states as a
 * picture, and {@link AcquireFlow}, the transitions; {@link HoldUse}, the leases on a hold.
 *
 * <p>None of these names the one before it. A machine and its parts see the engine as {@link
 * EngineServices}; a request sees the machine that it is for as {@link StoreAnswers}, and a lease
 * sees it as {@link LeaseServices}. The others:
 *
 * <ul>
 *   <li>Of a name: {@link WaitQueue}, {@link Waiter}, {@link AcquireFlows} (several flows, for
 *       permits), {@link Attempt}, {@link Outage}, {@link PendingRecalls}, {@link Taken}, {@link
 *       NameMachines} (all names).
 *   <li>Leases: {@link LeaseState} (the engine's side), {@link HeldLease} (the user's), {@link
 *       Leases}, {@link LeaseRequests}, {@link Upgrade}.
 *   <li>To the store and back: {@link Effects}, {@link NameRequests}, {@link RenewalBatch}, {@link
 *       StoreRequests}.
 *   <li>What users are told: {@link Notifications}, {@link LeaseLog}, {@link LeaseEvents}; when
 *       they ask, {@link Census}; what other clients ask them, {@link ReleaseMessages}.
 *   <li>Time and end: {@link TickLoop}, {@link Closing}.
 * </ul>
 */
@NullMarked
package dev.holdfast.internal.engine;

import org.jspecify.annotations.NullMarked;
