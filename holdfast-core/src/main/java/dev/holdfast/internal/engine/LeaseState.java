package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Mode;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's side of a lease: HELD, then exactly one of RELEASED or LOST. Its transitions happen
 * under its name machine's lock; {@code phase} may be read without it.
 */
public final class LeaseState implements ToldLease {
  private static final AtomicLongFieldUpdater<LeaseState> TOLD =
      AtomicLongFieldUpdater.newUpdater(LeaseState.class, "toldFrom");
  private static final AtomicReferenceFieldUpdater<LeaseState, @Nullable RequestListener> HEARER =
      AtomicReferenceFieldUpdater.newUpdater(LeaseState.class, RequestListener.class, "hearer");

  public enum Phase {
    HELD,
    RELEASED,
    LOST
  }

  public final LeaseServices machine;
  public final Hold hold;
  public final long token;
  public volatile LockSettings settings; // those of the last extension
  final long threadId;
  final long grantedAt;
  final How how;
  final @Nullable Throwable acquiredAt;

  // The list of those that have the use of the same hold; see Leases.
  @Nullable LeaseState before;
  @Nullable LeaseState after;

  private volatile long owedUntil;
  private volatile long toldFrom; // since when its caller has it, if the listener was told that
  private volatile @Nullable RequestListener hearer; // of its end
  private volatile int permitsGivenBack;
  private volatile boolean owes = true;
  private volatile Phase phase = Phase.HELD;
  private @Nullable Loss loss;
  private volatile boolean gone;
  private List<Consumer<Loss>> callbacks = List.of();
  // The engine must not keep the user's handle alive: a handle that is not referenced any more is a
  // leak.
  private @Nullable WeakReference<Lease> handle;

  LeaseState(
      LeaseServices machine,
      Hold hold,
      long token,
      LockSettings settings,
      long threadId,
      long grantedAt,
      How how,
      @Nullable Throwable acquiredAt) {
    this.machine = machine;
    this.hold = hold;
    this.token = token;
    this.settings = settings;
    this.owedUntil = grantedAt + settings.holdAtLeastNanos;
    this.threadId = threadId;
    this.grantedAt = grantedAt;
    this.how = how;
    this.acquiredAt = acquiredAt;
  }

  @Override
  public String name() {
    return machine.name();
  }

  @Override
  public Mode mode() {
    return settings.mode;
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public How how() {
    return how;
  }

  @Override
  public boolean isReleased() {
    return phase == Phase.RELEASED;
  }

  @Override
  public void toldAt(long now) {
    toldFrom = now == NOT_TOLD ? 1 : now;
  }

  @Override
  public long takeToldAt() {
    return toldFrom == NOT_TOLD ? NOT_TOLD : TOLD.getAndSet(this, NOT_TOLD);
  }

  @Override
  public void heardBy(RequestListener listener) {
    hearer = listener;
  }

  @Override
  public @Nullable RequestListener takeHearer() {
    return hearer == null ? null : HEARER.getAndSet(this, null);
  }

  @Override
  public @Nullable Lost lostAt(long now) {
    Loss known = loss;
    if (phase != Phase.LOST || known == null) {
      return null;
    }
    long from = toldFrom == NOT_TOLD ? grantedAt : toldFrom;
    Duration held = Duration.ofNanos(Math.max(0, now - from));
    return new Lost(name(), mode(), token, held, known);
  }

  /** It comes in place of another one, which the listener may have heard of. */
  void goesOnWith(LeaseState old) {
    toldFrom = old.takeToldAt();
    hearer = old.takeHearer();
  }

  /** Notes what the user has of it. */
  void handledBy(Lease made) {
    handle = new WeakReference<>(made);
  }

  public Phase phase() {
    return phase;
  }

  boolean isLeaked() {
    WeakReference<Lease> reference = handle;
    return reference != null && reference.get() == null;
  }

  /** When it has been held for as long as it may. */
  long maxHoldAt() {
    return settings.maxHoldNanos == Timers.NEVER ? Timers.NEVER : grantedAt + settings.maxHoldNanos;
  }

  /** How many permits it has yet; 0 if it is none of a semaphore. */
  int permits() {
    return settings.permits - permitsGivenBack;
  }

  /** Gives some permits back, not all; fewer from now on, whatever becomes of the request. */
  void permitsLeft(int left) {
    permitsGivenBack = settings.permits - left;
  }

  /** It lasts as these settings say from now on. */
  void extended(LockSettings next) {
    settings = next;
  }

  /** The time begins again for which the name must stay taken. */
  void holdsAnewFrom(long now) {
    owedUntil = now + settings.holdAtLeastNanos;
  }

  /** No section has begun under it, so that the name need not stay taken for its sake. */
  public void owesNothing() {
    owes = false;
  }

  /** Until when the name must stay taken for its sake. */
  long owesUntil() {
    return owes ? owedUntil : grantedAt;
  }

  /** Its release found that the store had ended its hold before. */
  void wasGone(Loss how) {
    loss = how;
    gone = true;
  }

  void released() {
    phase = Phase.RELEASED;
    callbacks = List.of();
  }

  /** Marks it lost and returns the callbacks to tell. */
  List<Consumer<Loss>> lost(Loss how) {
    List<Consumer<Loss>> told = callbacks;
    loss = how;
    callbacks = List.of();
    phase = Phase.LOST;
    return told;
  }

  /** It was lost: what is to be told to what hears of its end, if there is such a thing. */
  @Nullable Runnable tellingOfLoss(long now) {
    RequestListener heard = takeHearer();
    Lost event = heard == null ? null : lostAt(now);
    return heard == null || event == null ? null : () -> heard.lost(event);
  }

  /** Remembers a callback, or returns the loss that it must be told at once. */
  @Nullable Loss onLost(Consumer<Loss> callback) {
    if (phase == Phase.HELD) {
      List<Consumer<Loss>> more = new ArrayList<>(callbacks);
      more.add(callback);
      callbacks = more;
    }
    return phase == Phase.LOST ? loss : null;
  }

  /** How a lease was lost, if it was: noticed before its release, or by its release. */
  @Nullable
  public Loss loss() {
    return phase == Phase.LOST || gone ? loss : null;
  }
}
