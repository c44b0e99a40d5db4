package dev.holdfast.internal.engine;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.QueuePace;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request of this client to the store to hold a name, from its first message until the store
 * has confirmed its end: what was sent for it, what is due next. Guarded by its name machine's
 * lock, but for {@link #ended()}.
 *
 * <p>{@link #failed} has the back-off while the store does not answer to acquires, places,
 * releases, and questions for replicas. An acquire that failed is not repeated itself: its outcome
 * is unknown, so its release is sent, and repeated until the store confirms it ({@code
 * AcquireFlow.unknown}); then the next attempt asks. Others have their own:
 *
 * <ul>
 *   <li>of the engine: renewals ({@code LockSettings.retryNanos}), permits that are given back
 *       ({@code LeaseRequests}), several names ({@code MultiAcquire}), candidates ({@code
 *       CandidacyLoop}), a client whose store was never reached ({@code OpeningPace}), a quorum
 *       ({@code MajorityCollector})
 *   <li>of connections: of pushes {@code JedisPushes}, {@code LettucePushes}, {@code PushListener};
 *       to Redis {@code ReconnectPace}, and {@code Clients} of Lettuce; to etcd {@code KeyWatch},
 *       and jetcd's own, set in {@code Clients}; {@code ConsensusSession} while a session opens. To
 *       ZooKeeper, {@code Clients} lets Curator try once more after 100 ms. A client or a pool that
 *       the program gives has its own
 * </ul>
 *
 * <p>No back-off of an outage: the pauses of looks where there are no pushes ({@link
 * #nextPauseNanos}), of a transaction that met others ({@code BusyRetry}, {@code Conflicts}), and
 * of log lines ({@code LeaseLog}). How long waiters stay in an outage, and that tries fail at once,
 * is {@link Outage}'s and {@code WaitQueue.troubled}'s affair.
 */
public final class Attempt {
  private static final CompletableFuture<Void> OVER = CompletableFuture.completedFuture(null);
  private static final Duration FIRST_RETRY = Duration.ofMillis(20);
  private static final Backoff AWAITED = new Backoff(FIRST_RETRY, Duration.ofMillis(500));
  private static final Backoff UNAWAITED = new Backoff(FIRST_RETRY, Duration.ofSeconds(2));

  /** So much that places come together in a request or two, and are looked at not much oftener. */
  private static final int EARLY_PART = 3;

  final String id;
  final LockSettings settings;
  final boolean waits;

  private final long askedAfter; // the ticket of the last waiter that was there when it was made
  private boolean unsent;
  private boolean overtaking;
  private long keepMillis;
  private long dueAt = Timers.NEVER;
  private long earlyNanos;
  private boolean inFlight;
  private int failures;
  private @Nullable QueuePace pace; // since it was first placed
  private final AtomicReference<@Nullable CompletableFuture<Void>> ended = new AtomicReference<>();

  Attempt(String id, LockSettings settings, boolean waits, long askedAfter) {
    this.id = id;
    this.settings = settings;
    this.waits = waits;
    this.askedAfter = askedAfter;
  }

  /**
   * Whether the store, where it refuses this mere try, has refused that one, too: it was there when
   * the store was asked, and asks for no less. One that came since may have come after a release
   * that the answer knows nothing of.
   */
  boolean speaksFor(Waiter other) {
    return !waits
        && !other.waits
        && other.ticket <= askedAfter
        && settings.isNoMoreThan(other.settings);
  }

  /** Whether it is not sent before the store has been reached. */
  boolean isUnsent() {
    return unsent;
  }

  void waitsForStore(boolean present) {
    unsent = present;
  }

  /** Whether a message of it may still be under way, so that its release must leave a mark. */
  boolean isOvertaking() {
    return overtaking;
  }

  /** Notes that a message of it may arrive after its release. */
  void mayArriveLate() {
    overtaking = true;
  }

  /** How long the name stays taken after its release. */
  long keepMillis() {
    return keepMillis;
  }

  /** Rounded up: the name stays taken for at least so long. */
  void keepFor(long nanos) {
    keepMillis = TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
  }

  /** When the next keep-alive of its place, or the next try to release it, is due. */
  long dueAt() {
    return inFlight ? Timers.NEVER : dueAt;
  }

  /** Whether it is to be sent now, be it a little early. */
  boolean isDue(long now) {
    return now >= dueAt() - earlyNanos;
  }

  void dueAt(long nanos) {
    dueAt = nanos;
    earlyNanos = 0;
  }

  /**
   * Plans the next look at its place. It may come a little early: places of a client that are to be
   * looked at about the same time go together, so that it wakes once for many names.
   */
  void lookAt(long nanos, long now) {
    dueAt = nanos;
    earlyNanos = Math.max(0, nanos - now) / EARLY_PART;
  }

  /** A new request asks for the name: a message that failed is repeated without delay. */
  void hurry(long now) {
    if (failures > 0) {
      dueAt = now;
    }
  }

  void sent() {
    inFlight = true;
  }

  /** Takes in that it waits in the store's queue. */
  void placed(Standing.Queued queued, long now) {
    inFlight = false;
    failures = 0;
    if (pace == null) {
      pace = new QueuePace();
    }
    pace.placed(queued, now);
  }

  /** How long to wait before the next look at its place, where nothing tells of its turn. */
  long nextPauseNanos() {
    return Objects.requireNonNull(pace).nextPauseNanos(settings.pollNanos);
  }

  /**
   * Takes in that a message got no answer; returns the back-off before the next one, which is
   * longer where no caller waits for it: 20 ms at first, twice as much after each failure, up to
   * half a second or two seconds. {@code AcquireFlow.retryLater} takes up to a fifth off it. An
   * answer, {@link #placed}, makes it short again. A new request, while an attempt is being ended,
   * and a subscription that is there again ({@code AcquireFlow.lookAgain}) end the present one.
   */
  long failed(boolean nobodyWaits) {
    inFlight = false;
    return (nobodyWaits ? UNAWAITED : AWAITED).nanos(failures++);
  }

  /** Completes when the store has confirmed its end. */
  CompletableFuture<Void> ended() {
    CompletableFuture<Void> known = ended.get();
    if (known != null) {
      return known;
    }
    CompletableFuture<Void> made = new CompletableFuture<>();
    known = ended.compareAndExchange(null, made);
    return known == null ? made : known;
  }

  boolean isOver() {
    CompletableFuture<Void> known = ended.get();
    return known != null && known.isDone();
  }

  /** Tells the callers that wait for the end; nothing is allocated when there are none. */
  void over() {
    CompletableFuture<Void> known = ended.getAndUpdate(future -> future == null ? OVER : future);
    if (known != null) {
      known.complete(null);
    }
  }
}
