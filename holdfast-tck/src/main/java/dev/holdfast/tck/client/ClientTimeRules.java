package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.LongLeases;
import dev.holdfast.tck.internal.SteppedHost;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** T1 to T3 as users see them: for how long a client believes. */
public interface ClientTimeRules extends RuleGroup {
  /** The margin of any lease whose options name none is at least this. */
  Duration LEAST_MARGIN = Duration.ofMillis(10);

  /** Starting the lease's clock after the reply believes for longer than the store holds. */
  @Test
  default void required_T1_theDeadlineCountsFromTheSending(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    LockOptions options = expiring(rig, 4);
    Duration late = rig.shortLease().multipliedBy(2);
    store.delayAcquireReplies(late);
    long sent = System.nanoTime();
    Lease lease = a.mutex("n", options).acquire(Duration.ofSeconds(20));
    Duration remaining = lease.remaining();
    Duration passed = Duration.ofNanos(System.nanoTime() - sent);
    Duration most = options.lease().minus(LEAST_MARGIN).minus(late);
    assertTrue(
        remaining.compareTo(most) <= 0,
        () -> "granted " + passed + " ago at most, yet " + remaining + " left");
    lease.close();
  }

  /** A try asks once: a grant that is over when it is heard of is not asked for again. */
  @Test
  default void required_A2_aTryWhoseGrantComesTooLateIsAnswered(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    store.delayAcquireReplies(rig.shortLease().multipliedBy(2));
    assertEquals(Optional.empty(), a.mutex("n", expiring(rig, 1)).tryAcquire());
    assertEquals(1, store.acquires());
    Until.met(Duration.ofSeconds(10), "nothing is left", () -> !a.inspect("n").isHeld());
  }

  /** The reply to a repeated acquire states what is left of the first one's grant. */
  @Test
  default void required_T1_aLeaseOfAYearIsCertainForMonths(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    LockOptions year = LockOptions.defaults().lease(Duration.ofDays(365));
    for (LockOptions options : List.of(year, year.renew(false))) {
      Lease lease = LongLeases.take(a, "n", options);
      assertTrue(lease.remaining().compareTo(Duration.ofDays(350)) > 0, lease.remaining() + "");
      lease.ensure(Duration.ofDays(300));
      LockInfo.Hold hold = b.inspect("n").hold().orElseThrow();
      assertTrue(hold.remaining().compareTo(Duration.ofDays(364)) > 0, hold.toString());
      assertTrue(b.mutex("n").tryAcquire().isEmpty());
      lease.close();
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_T1_aRepeatedAnswerIsNoFreshLease(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    LockOptions options = expiring(rig, 2);
    store.loseAcquireReplies(1);
    long beforeNanos = System.nanoTime();
    Lease lease = a.mutex("n", options).acquire(Duration.ofSeconds(20));
    believesNotLongerThanTheStore(rig, lease, beforeNanos, options, store, b);
  }

  @Test
  default void required_T2_theClientStopsBelievingBeforeTheStore(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    LockOptions options = expiring(rig, 1);
    long beforeNanos = System.nanoTime();
    Lease lease = a.mutex("n", options).acquire();
    Duration most = options.lease().minus(LEAST_MARGIN);
    assertTrue(lease.remaining().compareTo(most) <= 0, () -> "more than " + most);
    believesNotLongerThanTheStore(rig, lease, beforeNanos, options, store, b);
  }

  @Test
  default void required_T2_aHandedLeaseEndsBeforeTheStoresToo(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b", store);
    Holdfast c = rig.holdfast("c");
    Lease first = a.mutex("n").acquire();
    LockOptions options = expiring(rig, 1);
    var waiting = b.mutex("n", options).acquireAsync();
    Until.met(Duration.ofSeconds(10), "b waits", () -> a.inspect("n").waiters().size() == 1);
    long beforeNanos = System.nanoTime();
    first.close();
    Lease handed = waiting.get(20, TimeUnit.SECONDS);
    believesNotLongerThanTheStore(rig, handed, beforeNanos, options, store, c);
  }

  /** What a suspended machine sees: the next look at the clock is much later. */
  @Test
  default void required_T3_suspendedTimeCountsAsPassed(Rig rig) throws Exception {
    SteppedHost host = new SteppedHost();
    Holdfast a = rig.holdfast("a", rig.openStore(), builder -> builder.host(host));
    List<Loss> told = new CopyOnWriteArrayList<>();
    LockOptions options = LockOptions.defaults().lease(Duration.ofSeconds(30));
    Lease lease = a.mutex("n", options).acquire();
    lease.onLost(told::add);
    assertTrue(lease.isHeld());
    host.step(options.lease());
    assertFalse(lease.isHeld(), "at the first look after waking");
    assertEquals(Duration.ZERO, lease.remaining());
    Until.met(Duration.ofSeconds(10), "the holder is told", () -> !told.isEmpty());
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
  }

  private static LockOptions expiring(Rig rig, int shortLeases) {
    return LockOptions.defaults().lease(rig.shortLease().multipliedBy(shortLeases)).renew(false);
  }

  /**
   * Another client tries until it is granted; the lease must have ended by then.
   *
   * @param beforeNanos before the store granted the lease
   */
  private static void believesNotLongerThanTheStore(
      Rig rig,
      Lease lease,
      long beforeNanos,
      LockOptions options,
      FaultyStore store,
      Holdfast other) {
    assertTrue(lease.isHeld());
    // A client that knows its loss gives the rest of the lease back; this one cannot.
    store.cut();
    Optional<Lease> taken = Optional.empty();
    while (taken.isEmpty()) {
      taken = other.mutex("n").tryAcquire();
    }
    assertFalse(lease.isHeld(), "two clients believe at once");
    Duration passed = Duration.ofNanos(System.nanoTime() - beforeNanos);
    // Stamps are the store's own times of the two grants, or the first one is a little ahead.
    long micros = SpiClient.stamp(taken.get().token()) - SpiClient.stamp(lease.token());
    Duration held = Duration.of(micros, ChronoUnit.MICROS).plus(rig.stampsAhead());
    for (Duration kept : List.of(passed, held)) {
      assertTrue(
          kept.compareTo(options.lease()) >= 0, () -> "the store gave the name away after " + kept);
    }
    taken.get().close();
    store.heal(); // or the client would try for a while to give back what it may hold
  }
}
