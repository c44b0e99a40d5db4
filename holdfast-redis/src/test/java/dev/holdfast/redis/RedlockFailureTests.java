package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.quorum.QuorumStore;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a quorum of three servers does when some of them fail. */
public interface RedlockFailureTests {
  /** Renewed at a third of it, so that nobody loses it who stands still for two seconds. */
  Duration LEASE = Duration.ofSeconds(4);

  /** For a member that does not answer: much longer than a busy machine makes one of the others. */
  Duration PATIENCE = Duration.ofSeconds(2);

  Duration SOON = Duration.ofSeconds(20);

  /** What stands behind the URL, so that the adapter is chosen. */
  String parameters();

  private Holdfast client(RedlockServers servers) {
    return Holdfast.builder(url(servers)).options(options()).build();
  }

  private String url(RedlockServers servers) {
    return servers.url() + parameters() + "&rejoin=" + LEASE.toSeconds();
  }

  /** Servers that have been up for as long as a lease lasts. */
  private static RedlockServers servers() {
    RedlockServers servers = RedlockServers.start(3);
    servers.awaitUptime(LEASE);
    return servers;
  }

  private static LockOptions options() {
    return LockOptions.defaults().lease(LEASE);
  }

  private static void until(Callable<Boolean> met) {
    Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(met);
  }

  @Test
  default void aMemberThatHangsDelaysNobodyAndIsRepaired() throws Exception {
    try (RedlockServers servers = servers();
        Holdfast a = client(servers);
        LockStore patient = ((QuorumStore) AdapterTests.at(url(servers))).waitingFor(PATIENCE);
        Holdfast b = Holdfast.builder(patient).options(options()).build()) {
      Lease lease = a.mutex("n", options()).acquire();
      until(() -> lease.nodes() == 3);
      servers.get(1).pause();
      // Each name is waited for at one member, so some of them at the one that hangs.
      for (int i = 0; i < 10; i++) {
        b.mutex("other" + i).acquire(SOON).close();
      }
      long[] took = new long[40];
      for (int i = 0; i < took.length; i++) {
        long before = System.nanoTime();
        b.mutex("n" + i).acquire(SOON).close();
        took[i] = System.nanoTime() - before;
      }
      Arrays.sort(took);
      Duration median = Duration.ofNanos(took[took.length / 2]);
      assertTrue(
          median.compareTo(PATIENCE.dividedBy(2)) < 0,
          () -> "a hung member is waited for: " + median);
      until(() -> lease.nodes() == 2);
      for (int i = 0; i < 3; i++) {
        untilRenewed(lease);
      }
      assertTrue(b.mutex("n", options()).tryAcquire().isEmpty());
      servers.get(1).resume();
      until(() -> lease.nodes() == 3);
      lease.close();
      b.mutex("n", options()).acquire(SOON).close();
    }
  }

  @Test
  default void aMemberThatDiesTakesNoLeaseWithItNorItsQueue() throws Exception {
    try (RedlockServers servers = servers();
        Holdfast a = client(servers);
        Holdfast b = client(servers)) {
      for (int dead = 0; dead < 3; dead++) {
        String name = "n" + dead;
        Lease lease = a.mutex(name, options()).acquire(SOON);
        long token = lease.token();
        var waiting = b.mutex(name, options()).acquireAsync();
        until(() -> !a.inspect(name).waiters().isEmpty());
        servers.get(dead).kill();
        until(() -> lease.nodes() == 2);
        untilRenewed(lease);
        assertFalse(waiting.isDone());
        lease.close();
        try (Lease next = waiting.get(20, TimeUnit.SECONDS)) {
          assertTrue(next.token() > token);
        }
        servers.get(dead).start();
        until(() -> onAll(a, name));
      }
    }
  }

  /** Until more is left of a lease than before, when some of it had passed. */
  private static void untilRenewed(Lease lease) {
    until(() -> lease.remaining().compareTo(LEASE.multipliedBy(4).dividedBy(5)) < 0);
    Duration left = lease.remaining();
    until(() -> lease.remaining().compareTo(left) > 0);
    assertTrue(lease.isHeld());
  }

  private static boolean onAll(Holdfast client, String name) {
    Optional<Lease> tried = client.mutex(name, options()).tryAcquire();
    return tried
        .map(
            lease -> {
              int nodes = lease.nodes();
              lease.close();
              return nodes == 3;
            })
        .orElse(false);
  }

  @Test
  default void withoutAMajorityNothingIsGrantedAndALeaseEndsInTime() throws Exception {
    try (RedlockServers servers = servers();
        LockStore store = AdapterTests.at(url(servers));
        Holdfast a =
            Holdfast.builder(store)
                .options(options())
                .closeTimeout(Duration.ofMillis(200))
                .build()) {
      Lease lease = a.mutex("n").acquire();
      long token = lease.token();
      servers.get(0).pause();
      servers.get(2).kill();
      until(() -> !lease.isHeld());
      assertThrows(StoreException.class, () -> a.mutex("m").acquire(Duration.ofSeconds(3)));
      servers.get(0).resume();
      servers.get(2).start();
      try (Lease again = a.mutex("n").acquire(SOON)) {
        assertTrue(again.token() > token);
        assertEquals("n", again.name());
      }
    }
  }

  /**
   * Of a hold on two of three, one forgets it, and the third would make up a majority with that
   * one.
   */
  @Test
  default void aMemberThatForgotGrantsNothingWhileALeaseMayLast() throws Exception {
    try (RedlockServers servers = servers();
        Holdfast third = Holdfast.connect("redis://127.0.0.1:" + servers.get(2).port());
        Holdfast a = client(servers);
        Holdfast b = client(servers)) {
      int rounds = 0;
      for (int i = 0; rounds < 3; i++) {
        String name = "n" + i;
        Lease there = third.mutex(name).acquire();
        Optional<Lease> held = a.mutex(name).tryAcquire();
        there.close();
        if (held.isPresent()) { // else the queue is at the third
          rounds++;
          servers.get(0).kill();
          servers.get(0).start();
          assertFalse(isHeldTwice(held.get(), b), "two hold " + name);
          giveUp(held.get());
          servers.awaitUptime(LEASE);
          until(() -> onAll(b, name));
        }
      }
    }
  }

  /** Whether somebody else is granted, while one believes to hold. */
  private static boolean isHeldTwice(Lease held, Holdfast other) {
    AtomicInteger tries = new AtomicInteger();
    AtomicBoolean twice = new AtomicBoolean();
    until(
        () -> {
          Optional<Lease> tried = tried(other, held.name());
          twice.set(tried.isPresent() && held.isHeld());
          tried.ifPresent(Lease::close);
          return twice.get() || !held.isHeld() || tries.incrementAndGet() == 20;
        });
    return twice.get();
  }

  /** A majority no longer knew of it; its holder may have been told. */
  private static void giveUp(Lease lease) {
    try {
      lease.close();
    } catch (LeaseLostException told) {
      assertFalse(lease.isHeld());
    }
  }

  /** A try, or nothing if too few members answer one. */
  private static Optional<Lease> tried(Holdfast client, String name) {
    try {
      return client.mutex(name).tryAcquire();
    } catch (StoreException tooFew) {
      return Optional.empty();
    }
  }

  /** They keep what they knew, and so does whoever held. */
  @Test
  default void aLeaseAndItsTokensOutliveARestartOfAllMembers() throws Exception {
    try (RedlockServers servers = servers();
        Holdfast a = client(servers);
        Holdfast b = client(servers)) {
      Lease held = a.mutex("n").acquire();
      for (int i = 0; i < 3; i++) {
        servers.get(i).restart();
      }
      untilRenewed(held);
      var waiting = b.mutex("n").acquireAsync();
      servers.awaitUptime(LEASE);
      assertFalse(waiting.isDone() && held.isHeld());
      held.close();
      try (Lease next = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS)) {
        assertTrue(next.token() > held.token());
      }
    }
  }

  @Test
  default void whoIsToldThatMembersWereRestartedLatelyIsToldForHowLong() throws Exception {
    try (RedlockServers servers = RedlockServers.start(3);
        LockStore store = AdapterTests.at(servers.url() + parameters() + "&rejoin=10m");
        Holdfast a = Holdfast.over(store)) {
      String told =
          assertThrows(StoreException.class, () -> a.mutex("n").acquire(Duration.ofSeconds(3)))
              .getMessage();
      assertTrue(told.contains("it grants again after this number of seconds"), told);
    }
  }

  @Test
  default void aLeaseThatOutlastsARestartedMembersAbsenceIsRefused() throws Exception {
    try (RedlockServers servers = RedlockServers.start(3);
        LockStore store = AdapterTests.at(url(servers));
        Holdfast a = Holdfast.over(store)) {
      StoreException told =
          assertThrows(
              StoreException.class,
              () -> a.mutex("n", LockOptions.defaults().lease(LEASE.plusMillis(1))).acquire());
      assertFalse(told.isTransient());
      assertTrue(told.getMessage().contains("a lease of 4001 ms"), told.getMessage());
    }
  }
}
