/**
 * The lock engine: one state machine per name, which never blocks and owns no thread.
 *
 * <p>Read first, in this order: {@link Engine}, to which calls, answers, pushes and ticks come;
 * {@link NameMachine}, all that a client knows of one name; {@link AcquirePhase}, its states as a
 * picture, and {@link AcquireFlow}, the transitions; {@link HoldUse} and {@link Hold}, the leases
 * on a hold, and its deadline and tokens, with {@link RenewalSchedule} and {@link LendingPolicy}.
 *
 * <p>None of these names the one before it. A machine and its parts see the engine as {@link
 * EngineServices}; a request sees the machine that it is for as {@link StoreAnswers}, and a lease
 * sees it as {@link LeaseMachine}. The others:
 *
 * <ul>
 *   <li>Of a name: {@link WaitQueue}, {@link Waiter}, {@link AcquireFlows} (several flows, for
 *       permits), {@link Attempt}, {@link Outage}, {@link PendingRecalls}, {@link Taken}, {@link
 *       Lines} (all names).
 *   <li>Leases: {@link LeaseState} (the engine's side), {@link HeldLease} (the user's), {@link
 *       Leases}, {@link LeaseRequests}, {@link Upgrade}, {@link LeaseFuture}, {@link LossReason}.
 *   <li>To the store and back: {@link Effects}, {@link NameRequests}, {@link RenewalBatch}, {@link
 *       StoreRequests}, {@link StoreInvoker}, {@link DeferredListener}.
 *   <li>What users hold: {@link Client}; {@link BaseLock}, {@link NamedLock}, {@link
 *       NamedReadWriteLock}, {@link NamedSemaphore}; {@link LockView} and {@link Reentrancy} behind
 *       {@code asLock()}; {@link LockSettings}, {@link PermitCounts}.
 *   <li>Several locks at once: {@link MultiLock}, {@link MultiAcquire}, {@link MultiLease}, {@link
 *       MultiView}, {@link TokenAlignment}.
 *   <li>Elections: {@link Elections}, {@link CandidacyLoop}, {@link CandidateSettings}, {@link
 *       CandidateData}, {@link LeaderLease}, {@link LeaderPoller}.
 *   <li>What users are told: {@link Notifications}, {@link LeaseLog}.
 *   <li>Time: {@link TickLoop}, {@link NextTick}, {@link Timers}, {@link Alarm}, {@link
 *       SystemHost}, {@link Parking}, {@link SimulatedThread}, {@link Durations}.
 *   <li>Threads: {@link BoundedExecutor}, {@link SerialExecutor}, {@link SharedThreadPool}, {@link
 *       DaemonThreads}, {@link Isolated}.
 *   <li>Names and numbers: {@link Names}, {@link ClientIds}, {@link AttemptIds}, {@link Tokens},
 *       {@link Sequencer}, {@link RendezvousHash}.
 *   <li>Beginning and end: {@link TimedOpening}; {@link BackgroundOpening} ({@link OpeningPace},
 *       {@link OpeningTry}, {@link OpeningCall}), {@link LazyStoreInvoker} and {@link
 *       UnreachedSession} of a client whose store comes later; {@link Closing}.
 *   <li>Stores from URLs: {@link StoreProviders}, {@link UnknownStore}.
 * </ul>
 */
@NullMarked
package dev.holdfast.internal;

import dev.holdfast.internal.text.CandidateData;
import dev.holdfast.internal.text.ClientIds;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.internal.text.Names;
import dev.holdfast.internal.text.PermitCounts;
import dev.holdfast.internal.text.RendezvousHash;
import dev.holdfast.internal.text.Sequencer;
import dev.holdfast.internal.text.Tokens;
import org.jspecify.annotations.NullMarked;
