package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.HoldNote;
import dev.holdfast.spi.Mode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a lock is asked for: its mode, and the numbers that follow from {@link LockOptions}, worked
 * out once per lock object.
 *
 * <p>A hold is renewed when {@code renewNanos} is over, a third of its lease ({@code
 * RENEWALS_PER_LEASE}), or after two seconds if that is sooner and the hold is lent, lingers, or is
 * on a store without pushes ({@code CONTACT_NANOS}). There is no option for it: users change it by
 * the lease. {@link RenewalSchedule} says when these and the other intervals apply, and has two
 * itself. A hold that ends with a session is renewed after a third of what is certain of that, if
 * that is less ({@code Hold.renewalPauseNanos}). What else rests on the third:
 *
 * <ul>
 *   <li>A lend, which needs as much time to be left ({@link LendingPolicy}).
 *   <li>The doctor: {@code Examination}, {@code FailoverCheck}.
 *   <li>The model: {@code Third} in {@code spec/Lending.tla}, with values in {@code
 *       spec/Lending.cfg} and {@code checks.txt}.
 *   <li>Tests with its number: {@code LockSettingsTest}, {@code HoldTest}, {@code
 *       RenewalScheduleTest}; of a whole client {@code RenewalTest}, {@code LendingTest}, {@code
 *       UnreadLeasesTest}. {@code RenewalBench} moves the clock by it.
 *   <li>Pages: {@code SPEC}, {@code architecture}, {@code reference/options}, {@code
 *       concepts/lease}, {@code claims}, {@code performance}, {@code kubernetes}, {@code
 *       which-store}, {@code redis}, {@code consensus}, {@code outage}, {@code operations}, {@code
 *       stores/redis}, {@code stores/databases}, decision 29, and translations.
 * </ul>
 *
 * <p>The thirds in {@code EtcdSession}, {@code ZkSession}, {@code LockConnections}, {@code
 * LockDelay} and {@code TopologyPermits} are of a session, or of marks, and have nothing to do with
 * it; nor has the third of a pause in {@code Attempt}.
 *
 * <p>The relations between the numbers are the protocol's:
 *
 * <ul>
 *   <li>claim window ≥ 2 × the interval of looks ({@code lookNanos}), counted from sending to
 *       sending: a waiter whose push was lost asks again, and claims, while the hold that was
 *       handed to it still lives, unless a round trip takes a third of the claim window (found by a
 *       model: with looks counted from answer to answer, and less to spare, slow answers pass a
 *       waiter over again and again, without end).
 *   <li>place = 4 × the interval of looks: a place outlives three lost keep-alives.
 *   <li>mark ≥ lease: an acquire that was overtaken by its release is refused for at least as long
 *       as the hold would have lived, or for a day.
 *   <li>longest = 10 × what is asked for, and a minute: so far {@link #extended} may go, as the
 *       attempt's id says once and for all how long its hold may last (rule T2).
 * </ul>
 */
public class LockSettings {
  /** What is lent, lingers, or has no pushes hears from its store at least this often (rule W6). */
  static final long CONTACT_NANOS = SECONDS.toNanos(2);

  /** A lease is renewed when two thirds of it are left. A lend needs one third to be left. */
  static final long RENEWALS_PER_LEASE = 3;

  private static final long LONGEST_CLAIM_MILLIS = 3_000;
  private static final long LEAST_MARGIN_NANOS = MILLISECONDS.toNanos(10);
  private static final long LONGEST_MESSAGE_DELAY_MILLIS = 60_000;
  private static final long EXTENSION_PARTS = 10;
  private static final long EXTENSION_MILLIS = 60_000;
  private static final long LONGEST_MARK_MILLIS = DAYS.toMillis(1);

  public static final LockSettings DEFAULTS = new LockSettings(LockOptions.defaults());

  public final Mode mode;
  public final int permits;
  public final int size;
  public final LockOptions options;
  public final long leaseNanos;
  final long leaseMillis;
  public final long grantMillis;
  public final long longestMillis; // of a hold with these settings, or those it is exchanged for
  public final long claimMillis;
  public final long lookNanos;
  public final long placeMillis;
  public final long markMillis;
  final long renewNanos;
  final long retryNanos;
  public final long maxHoldNanos;
  public final long holdAtLeastNanos;
  public final long lockDelayNanos;
  public final long lingerNanos;
  final long lendingNanos;
  public final long pollNanos;
  public final long patienceNanos;
  public final boolean renews;
  public final boolean failsOnSelfWait;
  public final int replicas;
  public final long acknowledgementMillis;
  private final long marginNanos;
  private final String note;

  public LockSettings(LockOptions options) {
    this(Mode.EXCLUSIVE, options);
  }

  public LockSettings(Mode mode, LockOptions options) {
    this(mode, 0, 0, options, 0, true, "");
  }

  /** For this number of permits of a semaphore of this size. */
  public LockSettings(int permits, int size, LockOptions options) {
    this(Mode.COUNTED, permits, size, options, 0, true, "");
  }

  private LockSettings(
      Mode mode,
      int permits,
      int size,
      LockOptions options,
      long leastLongestMillis,
      boolean holdsAtLeast,
      String note) {
    this.mode = mode;
    this.permits = permits;
    this.size = size;
    this.options = options;
    this.leaseNanos = options.lease().toNanos();
    // The store keeps a hold for longer than its client believes in it, by the delay.
    this.leaseMillis = options.lease().plus(options.lockDelay()).toMillis();
    // A hold that must last for at least so long is taken for so long, in case its holder dies.
    this.grantMillis =
        holdsAtLeast ? Math.max(leaseMillis, options.holdAtLeast().toMillis()) : leaseMillis;
    this.longestMillis =
        Math.max(EXTENSION_PARTS * grantMillis + EXTENSION_MILLIS, leastLongestMillis);
    this.claimMillis = Math.min(options.lease().toMillis(), LONGEST_CLAIM_MILLIS);
    this.lookNanos = MILLISECONDS.toNanos(claimMillis) / 2;
    this.placeMillis = claimMillis * 2;
    // A copy of an acquire that comes even later is not to be feared, and marks are kept somewhere.
    this.markMillis =
        Math.max(Math.min(grantMillis, LONGEST_MARK_MILLIS), LONGEST_MESSAGE_DELAY_MILLIS);
    this.renewNanos = leaseNanos / RENEWALS_PER_LEASE;
    this.retryNanos = Math.min(leaseNanos / 10, MILLISECONDS.toNanos(500));
    this.maxHoldNanos = options.maxHold().map(Duration::toNanos).orElse(Timers.NEVER);
    this.holdAtLeastNanos = options.holdAtLeast().toNanos();
    this.lockDelayNanos = options.lockDelay().toNanos();
    this.lingerNanos = options.linger().toNanos();
    this.lendingNanos = options.lendingTime().toNanos();
    this.pollNanos = options.pollInterval().toNanos();
    this.patienceNanos = options.patience().toNanos();
    this.renews = options.renew();
    this.failsOnSelfWait = options.failOnSelfWait();
    this.replicas = options.acknowledgedBy();
    this.acknowledgementMillis = options.acknowledgementTimeout().toMillis();
    this.marginNanos = options.margin().map(Duration::toNanos).orElse(0L);
    this.note = note;
  }

  /**
   * The same for holds that say this of themselves.
   *
   * @throws IllegalArgumentException if it is too long
   */
  public LockSettings noted(String text) {
    return new LockSettings(
        mode, permits, size, options, longestMillis, true, HoldNote.write(text));
  }

  /** The same, of a hold that may be exchanged for one with the other settings. */
  public LockSettings exchangedFor(LockSettings other) {
    return other.longestMillis <= longestMillis
        ? this
        : new LockSettings(mode, permits, size, options, other.longestMillis, true, note);
  }

  /**
   * The same for a hold that lasts for another time from now on.
   *
   * @param holdAtLeast null if the name stays taken for as long as it had to before
   * @throws IllegalArgumentException if the options refuse these times
   */
  public LockSettings extended(Duration lease, @Nullable Duration holdAtLeast) {
    LockOptions changed = options.lease(lease);
    return new LockSettings(
        mode,
        permits,
        size,
        holdAtLeast == null ? changed : changed.holdAtLeast(holdAtLeast),
        longestMillis,
        holdAtLeast != null,
        note);
  }

  /**
   * How much earlier than the store the client stops believing in what is left of a hold (rule T2):
   * a fiftieth of it and at least 10 ms, or what the user set, and never more than half.
   */
  public long marginNanos(long remainingNanos) {
    long wanted = marginNanos > 0 ? marginNanos : Math.max(remainingNanos / 50, LEAST_MARGIN_NANOS);
    return Math.min(wanted, remainingNanos / 2);
  }

  public boolean isShared() {
    return mode == Mode.SHARED;
  }

  public boolean isCounted() {
    return mode == Mode.COUNTED;
  }

  /**
   * Whether a hold that was asked for with these settings, and has no lease now, can be given to a
   * waiter with the others.
   */
  public boolean suit(LockSettings others) {
    return switch (mode) {
      case EXCLUSIVE -> !others.isCounted() && published().equals(others.published());
      case SHARED -> others.isShared();
      case COUNTED -> permits == others.permits && size == others.size;
    };
  }

  /** Whether the store, where it refuses these settings, would refuse the others, too. */
  public boolean isNoMoreThan(LockSettings others) {
    return switch (mode) {
      case EXCLUSIVE -> !others.isShared();
      case SHARED -> true;
      case COUNTED -> permits <= others.permits && size == others.size;
    };
  }

  /** What stands in front of the number in the ids of its attempts, for others to read. */
  String note() {
    return note;
  }

  /** What of it is not said of a hold but by a candidate, whose hold is for no other waiter. */
  String published() {
    return "";
  }

  public boolean mayLinger() {
    return lingerNanos > 0 && lendable();
  }

  /** The longest that a lease may be held, for messages. */
  public Duration maxHold() {
    return options.maxHold().orElse(Duration.ofNanos(Timers.NEVER));
  }

  /** A lease whose end depends on itself alone borrows no hold, and leaves none that lingers. */
  public boolean lendable() {
    return renews && holdAtLeastNanos == 0 && lockDelayNanos == 0;
  }
}
