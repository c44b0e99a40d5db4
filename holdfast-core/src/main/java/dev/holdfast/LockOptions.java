package dev.holdfast;

import dev.holdfast.internal.text.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a lock is held and waited for. Immutable; each method returns changed options. The defaults
 * are right for most uses; no option is needed for safety.
 *
 * <p>All durations are bounded: a value that makes no sense is an {@link IllegalArgumentException}
 * at once.
 */
public final class LockOptions {
  /*
   * Options are those of a lock object: all its acquires have them. What differs from one acquire to
   * the next is an argument of DistributedLock's methods, and so of BaseLock and Waiter.
   *
   * To add an option:
   *
   * 1. Here: a field of Values, its two methods, and its part of toString, by which equals goes.
   *    What depends on the lease is checked again in lease(…).
   * 2. LockOptionsText reads it; LockOptionsTextTest fails for an option that it does not read. There
   *    are readers of a time, of true and false, and of a number with a time (count and within read
   *    "5/600ms"); another sort of value, a number alone say, needs its own.
   * 3. LockSettings works out its numbers, once for each lock object. Whether a hold that was asked
   *    for without the option, or a refusal of that request, will do for a request with it, is
   *    decided in its suit and isNoMoreThan (of modes and sizes), in HoldUse.isAcknowledgedFor
   *    (replicas) and in Hold.mayServe (lockDelay); lendable says whether a lease with it may be lent
   *    and borrowed.
   * 4. It takes effect where the engine decides: about a request that comes, Taken.refuses and
   *    NameMachine.enqueue, and enqueueIfIdle for the further names of several; about waiting,
   *    WaitQueue.add and dismissLate; about the end of a lease, HoldUse; about renewals,
   *    RenewalSchedule. What the store is to know of it goes by NameRequests.Ask into
   *    AcquireRequest of the SPI: all stores, and the kit.
   * 5. Where it cannot be had it is refused, not passed over: for a store in Client.checked, for
   *    readers in NamedReadWriteLock, for several names in MultiLock.of, for sessions in LockDelay
   *    (ZooKeeper, etcd) and SessionLocks, for a quorum in QuorumSession.
   * 6. LockOptionsTest, LockOptionsTextTest, LockOptionsFuzzTest, LockSettingsTest; a test of a
   *    whole client in holdfast-test, as SelfWaitTest is, or a rule of the kit.
   * 7. docs/reference/options.md, api/holdfast-core.txt and CHANGELOG.md tell of it. By choice:
   *    RunCommand (the program), LockAttributes (ShedLock), PlanMaker (the simulation). Of
   *    their own have RunOnce (Spring) and HoldfastTriggerListener (Quartz) the least time of a hold,
   *    RegistryLock (Spring Integration) the lease; else integrations take LockOptions.
   */
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(1);
  private static final Duration LONGEST_LEASE = Duration.ofDays(365);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final LockOptions DEFAULTS = new LockOptions(new Values());

  private final Values values; // never changed once they are here

  private LockOptions(Values values) {
    this.values = values;
  }

  /** Thirty seconds of lease, renewed until released. */
  public static LockOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Options from text, for configuration files: the names of the methods of this class and their
   * values, with commas between them, as in {@code lease=10s, maxHold=2h, renew=false}. What is not
   * named has its default. A time is {@code 250ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code
   * 1d}, {@code 1h30m}, {@code 0} or an ISO-8601 duration such as {@code PT1H30M}. {@code
   * lendingBudget} and {@code acknowledgedBy} have a number and a time: {@code
   * acknowledgedBy=1/500ms}. What {@link #toString()} prints is understood. The order does not
   * matter.
   *
   * @throws IllegalArgumentException if an option is unknown, is said twice, or has a value that
   *     its method refuses; the message names it
   */
  public static LockOptions parse(String text) {
    return LockOptionsText.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * How long the store keeps the hold of a client that falls silent: 1 ms to 365 days; 30 s. After
   * a crash of the holder the name stays taken for so long, unless {@link Holdfast#breakHold} ends
   * that. Less than 50 ms is for tests: a lease that ends before the store's answer has come is
   * lost at once.
   */
  public LockOptions lease(Duration lease) {
    check("lease", lease, SHORTEST_LEASE, LONGEST_LEASE);
    return change(
        b -> {
          b.lease = lease;
          if (b.margin.isPresent()) {
            check("margin", b.margin.get(), Duration.ofMillis(1), lease.dividedBy(2));
          }
          if (b.replicas > 0) {
            checkAcknowledgement(b.acknowledgementTimeout, lease);
          }
        });
  }

  /**
   * How much earlier than the store the client stops believing in the lease, for clocks that run at
   * different speeds: at most half the lease. Unless set, a fiftieth of what is left of the hold
   * when the store answers, at least 10 ms. With less than 5 ms a suspension of the machine that is
   * no longer than 5 ms may pass unseen at the lease's end.
   */
  public LockOptions margin(Duration margin) {
    check("margin", margin, Duration.ofMillis(1), values.lease.dividedBy(2));
    return change(b -> b.margin = Optional.of(margin));
  }

  /** Whether the lease is renewed in the background until it is released; it is. */
  public LockOptions renew(boolean renew) {
    return change(b -> b.renew = renew);
  }

  /** The longest that a lease may be held, renewals included, before it is lost; no limit. */
  public LockOptions maxHold(Duration maxHold) {
    check("maxHold", maxHold, SHORTEST_LEASE, LONGEST_LEASE);
    return change(b -> b.maxHold = Optional.of(maxHold));
  }

  /**
   * How long the name stays taken from the grant on, even if it is released (or its holder dies)
   * earlier, so that a task runs once per interval even if a client is late: up to 365 days; zero.
   */
  public LockOptions holdAtLeast(Duration holdAtLeast) {
    check("holdAtLeast", holdAtLeast, Duration.ZERO, LONGEST_LEASE);
    return change(b -> b.holdAtLeast = holdAtLeast);
  }

  /**
   * How long the name stays taken after a hold that ended uncleanly: its holder died, could not
   * reach the store, held it for too long, or was closed while it held; zero. For resources that
   * cannot check {@linkplain Lease#token() tokens}: what a holder sent before it lost the lease
   * gets so much time to arrive or to fail. A release frees the name at once, as does {@link
   * Holdfast#breakHold}. A request with a delay is never served by lending. Not for the read side
   * of a {@link DistributedReadWriteLock}. A store whose holds end with a session refuses a delay
   * that its session cannot keep.
   */
  public LockOptions lockDelay(Duration lockDelay) {
    check("lockDelay", lockDelay, Duration.ZERO, LONGEST);
    return change(b -> b.lockDelay = lockDelay);
  }

  /**
   * How long a client may go on lending its hold to its own waiters once it knows that another
   * client waits: at most this number of lends, and within at most this time; 32 lends within 10
   * ms. Zero lends give the hold up at once.
   */
  public LockOptions lendingBudget(int lends, Duration time) {
    if (lends < 0 || lends > 4000) {
      throw new IllegalArgumentException("lends should be 0 to 4000, but it is " + lends);
    }
    check("lending time", time, Duration.ZERO, Duration.ofSeconds(10));
    return change(
        b -> {
          b.lends = lends;
          b.lendingTime = time;
        });
  }

  /**
   * How long an unused hold is kept so that this client's next acquire is free; another client that
   * waits ends it. Zero.
   */
  public LockOptions linger(Duration linger) {
    check("linger", linger, Duration.ZERO, LONGEST);
    return change(b -> b.linger = linger);
  }

  /**
   * The longest pause between two looks of the first in the queue at a store that has no pushes, 1
   * ms to 10 s; 50 ms. A waiter behind others looks less often, by as many times.
   */
  public LockOptions pollInterval(Duration pollInterval) {
    check("pollInterval", pollInterval, Duration.ofMillis(1), Duration.ofSeconds(10));
    return change(b -> b.pollInterval = pollInterval);
  }

  /** How long an untimed acquire rides out a store that cannot be reached; 30 s. */
  public LockOptions patience(Duration patience) {
    check("patience", patience, Duration.ZERO, LONGEST);
    return change(b -> b.patience = patience);
  }

  /**
   * By how many replicas of its server a hold must be acknowledged before a caller gets it, and how
   * long that may take: 1 ms to half the lease. A hold that fewer have by then is given back, and
   * the acquire fails with a {@link StoreException} that says so; a later one may succeed. None,
   * unless set: then a replica that is promoted may not know the holder of a name.
   *
   * <p>It costs a further request for each hold that is granted by the store, none for one that is
   * lent, and at least one round trip to the replicas. Only the grant is acknowledged: renewals
   * reach the replicas in their own time. Locks of several names have no acknowledgement, nor has
   * an {@linkplain DistributedReadWriteLock#tryUpgrade upgrade}.
   *
   * @param replicas 0 to 100; 0 asks for none
   */
  public LockOptions acknowledgedBy(int replicas, Duration timeout) {
    if (replicas < 0 || replicas > 100) {
      throw new IllegalArgumentException("replicas should be 0 to 100, but it is " + replicas);
    }
    checkAcknowledgement(timeout, values.lease);
    return change(
        b -> {
          b.replicas = replicas;
          b.acknowledgementTimeout = timeout;
        });
  }

  private static void checkAcknowledgement(Duration timeout, Duration lease) {
    check("acknowledgement timeout", timeout, Duration.ofMillis(1), lease.dividedBy(2));
  }

  /**
   * Throws {@link IllegalStateException} in a thread that would wait for a lease of its own, before
   * it waits. Default: false. Then a warning is logged, and the thread waits until another thread
   * releases that lease or its time is over. A lease is a thread's own if the thread acquired it
   * from this client, and not asynchronously. Tries and asynchronous requests are as ever, and a
   * {@linkplain DistributedLock#asLock() view} is reentrant all the same.
   */
  public LockOptions failOnSelfWait(boolean fail) {
    return change(b -> b.failOnSelfWait = fail);
  }

  /** See {@link #lease(Duration)}. */
  public Duration lease() {
    return values.lease;
  }

  /** See {@link #margin(Duration)}; empty if it follows from the time that is left. */
  public Optional<Duration> margin() {
    return values.margin;
  }

  /** See {@link #renew(boolean)}. */
  public boolean renew() {
    return values.renew;
  }

  /** See {@link #maxHold(Duration)}. */
  public Optional<Duration> maxHold() {
    return values.maxHold;
  }

  /** See {@link #holdAtLeast(Duration)}. */
  public Duration holdAtLeast() {
    return values.holdAtLeast;
  }

  /** See {@link #lockDelay(Duration)}. */
  public Duration lockDelay() {
    return values.lockDelay;
  }

  /** See {@link #lendingBudget}. */
  public int lends() {
    return values.lends;
  }

  /** See {@link #lendingBudget}. */
  public Duration lendingTime() {
    return values.lendingTime;
  }

  /** See {@link #linger(Duration)}. */
  public Duration linger() {
    return values.linger;
  }

  /** See {@link #pollInterval(Duration)}. */
  public Duration pollInterval() {
    return values.pollInterval;
  }

  /** See {@link #patience(Duration)}. */
  public Duration patience() {
    return values.patience;
  }

  /** See {@link #acknowledgedBy(int, Duration)}; 0 if no replica is asked. */
  public int acknowledgedBy() {
    return values.replicas;
  }

  /** See {@link #acknowledgedBy(int, Duration)}. */
  public Duration acknowledgementTimeout() {
    return values.acknowledgementTimeout;
  }

  /** See {@link #failOnSelfWait(boolean)}. */
  public boolean failOnSelfWait() {
    return values.failOnSelfWait;
  }

  private LockOptions change(Consumer<Values> change) {
    Values changed = values.copy();
    change.accept(changed);
    return new LockOptions(changed);
  }

  private static void check(String what, Duration value, Duration least, Duration most) {
    Objects.requireNonNull(value, what);
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what
              + " should be from "
              + Durations.text(least)
              + " to "
              + Durations.text(most)
              + ", but it is "
              + Durations.text(value));
    }
  }

  /** The options while they are changed, and their defaults. */
  private static final class Values implements Cloneable {
    Duration lease = Duration.ofSeconds(30);
    Optional<Duration> margin = Optional.empty();
    boolean renew = true;
    Optional<Duration> maxHold = Optional.empty();
    Duration holdAtLeast = Duration.ZERO;
    Duration lockDelay = Duration.ZERO;
    int lends = 32;
    Duration lendingTime = Duration.ofMillis(10);
    Duration linger = Duration.ZERO;
    Duration pollInterval = Duration.ofMillis(50);
    Duration patience = Duration.ofSeconds(30);
    int replicas;
    Duration acknowledgementTimeout = Duration.ofSeconds(1);
    boolean failOnSelfWait;

    Values copy() {
      try {
        return (Values) clone();
      } catch (CloneNotSupportedException impossible) {
        throw new AssertionError(impossible);
      }
    }

    @Override
    public String toString() {
      return "LockOptions[lease="
          + lease
          + margin.map(d -> ", margin=" + d).orElse("")
          + ", renew="
          + renew
          + maxHold.map(d -> ", maxHold=" + d).orElse("")
          + ", holdAtLeast="
          + holdAtLeast
          + (lockDelay.isZero() ? "" : ", lockDelay=" + lockDelay)
          + ", lendingBudget="
          + lends
          + "/"
          + lendingTime
          + ", linger="
          + linger
          + ", pollInterval="
          + pollInterval
          + ", patience="
          + patience
          + (replicas == 0 ? "" : ", acknowledgedBy=" + replicas + "/" + acknowledgementTimeout)
          + (failOnSelfWait ? ", failOnSelfWait=true" : "")
          + "]";
    }
  }

  /** By {@link #toString}, which has every option: one that it leaves out would not count. */
  @Override
  public boolean equals(Object other) {
    return other instanceof LockOptions that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
