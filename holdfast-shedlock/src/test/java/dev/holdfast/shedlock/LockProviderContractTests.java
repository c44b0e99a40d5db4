package dev.holdfast.shedlock;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ShedLock expects of a provider, and what we add to it; for any store. */
abstract class LockProviderContractTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private final List<Holdfast> clients = new ArrayList<>();
  private HoldfastLockProvider here;
  private HoldfastLockProvider elsewhere;

  /** A client of the store of this test: the first, or that of another instance. */
  abstract Holdfast client();

  @BeforeEach
  void open() {
    here = provider();
    elsewhere = provider();
  }

  @AfterEach
  void close() {
    clients.forEach(Holdfast::close);
  }

  private HoldfastLockProvider provider() {
    Holdfast client = client();
    clients.add(client);
    return new HoldfastLockProvider(client);
  }

  static LockConfiguration task(String name, Duration most, Duration least) {
    return new LockConfiguration(Instant.now(), name, most, least);
  }

  static LockConfiguration task(String name) {
    return task(name, LONG, Duration.ZERO);
  }

  private static SimpleLock locked(Optional<SimpleLock> lock) {
    return lock.orElseThrow(() -> new AssertionError("the lock was refused"));
  }

  private static void assertTaken(LockProvider provider, String name) {
    assertTrue(provider.lock(task(name)).isEmpty(), name + " is taken");
  }

  private static SimpleLock awaitLock(LockProvider provider, LockConfiguration task) {
    return locked(await().atMost(PATIENCE).until(() -> provider.lock(task), Optional::isPresent));
  }

  private static void assertAtLeast(Duration least, long since) {
    long passed = System.nanoTime() - since;
    assertTrue(passed >= least.toNanos(), "free after " + passed / 1_000_000 + " ms");
  }

  @Test
  void aLockIsMadeHeldAndGivenBack() {
    SimpleLock lock = locked(here.lock(task("job")));
    assertTaken(here, "job");
    assertTaken(elsewhere, "job");
    lock.unlock();
    locked(elsewhere.lock(task("job"))).unlock();
    locked(here.lock(task("job"))).unlock();
  }

  @Test
  void namesAreIndependent() {
    SimpleLock one = locked(here.lock(task("one")));
    SimpleLock two = locked(elsewhere.lock(task("two")));
    one.unlock();
    assertTaken(here, "two");
    locked(elsewhere.lock(task("one"))).unlock();
    two.unlock();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLockThatIsNotGivenBackEndsAtLockAtMostFor(boolean renewing) {
    LockProvider provider = renewing ? here.renewing() : here;
    Duration most = Duration.ofMillis(400);
    long start = System.nanoTime();
    SimpleLock lock = locked(provider.lock(task("job", most, Duration.ZERO)));
    assertTaken(elsewhere, "job");
    awaitLock(elsewhere, task("job")).unlock();
    assertAtLeast(most, start);
    lock.unlock();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLockThatIsGivenBackEarlyStaysTakenForLockAtLeastFor(boolean renewing) {
    LockProvider provider = renewing ? here.renewing() : here;
    Duration least = Duration.ofMillis(400);
    long start = System.nanoTime();
    locked(provider.lock(task("job", LONG, least))).unlock();
    assertTaken(here, "job");
    assertTaken(elsewhere, "job");
    awaitLock(elsewhere, task("job")).unlock();
    assertAtLeast(least, start);
  }

  @Test
  void aRenewedLockOutlastsItsLeaseAndEndsAtLockAtMostFor() {
    Duration most = Duration.ofMillis(1500);
    long start = System.nanoTime();
    SimpleLock lock =
        locked(here.renewing(Duration.ofMillis(300)).lock(task("job", most, Duration.ZERO)));
    awaitLock(elsewhere, task("job")).unlock();
    assertAtLeast(most.minus(most.dividedBy(25)), start);
    lock.unlock();
  }

  @Test
  void aLockIsDeadAfterItsUnlockAndFreesNoSuccessor() {
    SimpleLock first = locked(here.lock(task("job")));
    first.unlock();
    SimpleLock second = locked(elsewhere.lock(task("job")));
    assertThrows(IllegalStateException.class, first::unlock);
    assertThrows(IllegalStateException.class, () -> first.extend(LONG, Duration.ZERO));
    assertTaken(here, "job");
    second.unlock();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLateUnlockFreesNoSuccessor(boolean sameClient) {
    SimpleLock late = locked(here.lock(task("job", Duration.ofMillis(300), Duration.ZERO)));
    SimpleLock successor = awaitLock(sameClient ? here : elsewhere, task("job"));
    late.unlock();
    assertTaken(here, "job");
    assertTaken(elsewhere, "job");
    successor.unlock();
    locked(here.lock(task("job"))).unlock();
  }

  @Test
  void anExtendedLockOutlastsItsFirstTime() {
    Duration first = Duration.ofMillis(500);
    SimpleLock lock = locked(here.lock(task("job", first, Duration.ZERO)));
    SimpleLock longer = lock.extend(first.multipliedBy(10), Duration.ZERO).orElseThrow();
    assertThrows(IllegalStateException.class, lock::unlock, "the extended one is in its place");
    awaitLock(elsewhere, task("other", first, Duration.ZERO));
    awaitLock(elsewhere, task("other")).unlock(); // after the first time
    assertTaken(elsewhere, "job");
    longer.unlock();
    locked(elsewhere.lock(task("job"))).unlock();
  }

  @Test
  void anExtensionKeepsTheNameAtLeast() {
    SimpleLock lock = locked(here.lock(task("job")));
    lock.extend(LONG, LONG).orElseThrow().unlock();
    assertTaken(here, "job");
    assertTaken(elsewhere, "job");
  }

  @Test
  void aLockThatIsOverIsNotExtended() {
    SimpleLock late = locked(here.lock(task("job", Duration.ofMillis(300), Duration.ZERO)));
    SimpleLock successor = awaitLock(elsewhere, task("job"));
    assertTrue(late.extend(LONG, Duration.ZERO).isEmpty());
    assertTaken(here, "job");
    successor.unlock();
  }

  @Test
  void aRenewedLockIsNotExtended() {
    SimpleLock lock = locked(here.renewing().lock(task("job")));
    var refused =
        assertThrows(UnsupportedOperationException.class, () -> lock.extend(LONG, Duration.ZERO));
    assertTrue(String.valueOf(refused.getMessage()).contains("extend the lock 'job' to PT1M"));
    assertTaken(elsewhere, "job");
    lock.unlock();
    locked(elsewhere.lock(task("job"))).unlock();
  }

  @Test
  void timesThatCannotBeKeptAreRefusedByTheirName() {
    assertRefused(
        here, Duration.ofNanos(999_999), Duration.ZERO, "lockAtMostFor of 'job' is PT0.000999999S");
    assertRefused(
        here.renewing(), Duration.ofDays(366), Duration.ZERO, "lockAtMostFor of 'job' is PT8784H");
    assertRefused(
        here.renewing(),
        Duration.ofDays(367),
        Duration.ofDays(366),
        "lockAtMostFor of 'job' is PT8808H");
    locked(here.lock(task("job", Duration.ofDays(365), Duration.ZERO))).unlock();
    locked(here.renewing().lock(task("job", Duration.ofDays(365), Duration.ZERO))).unlock();
  }

  private static void assertRefused(
      LockProvider provider, Duration most, Duration least, String... words) {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> provider.lock(task("job", most, least)));
    for (String word : words) {
      assertTrue(String.valueOf(refused.getMessage()).contains(word), refused.getMessage());
    }
  }

  /** A count without any protection of its own. */
  private static final class Count {
    private int value;

    void increment() {
      int read = value;
      LockSupport.parkNanos(1);
      value = read + 1;
    }
  }

  @Test
  void eightThreadsLoseNoIncrementOfTwoNames() throws Exception {
    Count one = new Count();
    Count two = new Count();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LockProvider provider = i < 4 ? here : elsewhere;
      all.add(
          threads.submit(
              i % 2 == 0 ? increments(provider, "one", one) : increments(provider, "two", two)));
    }
    threads.shutdown();
    for (Future<Void> each : all) {
      each.get(60, TimeUnit.SECONDS);
    }
    assertEquals(400, one.value);
    assertEquals(400, two.value);
    assertFalse(here.lock(task("one")).isEmpty());
  }

  private static Callable<Void> increments(LockProvider provider, String name, Count count) {
    return () -> {
      for (int done = 0; done < 100; ) {
        Optional<SimpleLock> lock = provider.lock(task(name));
        if (lock.isPresent()) {
          count.increment();
          lock.get().unlock();
          done++;
        } else {
          LockSupport.parkNanos(200_000);
        }
      }
      return null;
    };
  }
}
