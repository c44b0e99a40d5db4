package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The threads of a client: named after it, daemons, as many as there is work for, gone at last. */
class MachineHostTest {
  private final CompletableFuture<Void> ticked = new CompletableFuture<>();
  private final MachineHost host = new MachineHost("mht", null);

  @AfterEach
  void close() {
    host.close();
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("holdfast-mht-"))
        .toList();
  }

  /** Runs so many tasks that all wait for each other, and returns their threads' names. */
  private static Set<String> names(Executor executor, int tasks) throws Exception {
    CountDownLatch met = new CountDownLatch(tasks);
    Set<String> names = java.util.Collections.synchronizedSet(new TreeSet<>());
    List<CompletableFuture<Void>> done = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      done.add(
          CompletableFuture.runAsync(
              () -> {
                met.countDown();
                try {
                  assertTrue(met.await(20, SECONDS), "not all of them run at once");
                } catch (InterruptedException stop) {
                  Thread.currentThread().interrupt();
                }
                assertTrue(Thread.currentThread().isDaemon());
                names.add(Thread.currentThread().getName());
              },
              executor));
    }
    for (CompletableFuture<Void> each : done) {
      each.get(20, SECONDS);
    }
    return names;
  }

  @Test
  void threadsAreNamedAfterTheClientAndTheirWork() throws Exception {
    assertEquals(Set.of("holdfast-mht-io-1"), names(host.io(), 1));
    assertEquals(Set.of("holdfast-mht-renewal-1"), names(host.renewals(), 1));
    assertEquals(Set.of("holdfast-mht-callback-1"), names(host.callbacks(), 1));
  }

  /** A pool that fills up first would keep eight threads for calls made one after another. */
  @Test
  void aThreadIsMadeOnlyIfNoneIsIdle() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertEquals(Set.of("holdfast-mht-io-1"), names(host.io(), 1));
      Awaitility.await()
          .until(
              () -> threads().stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
    }
  }

  @Test
  void eightStoreCallsTwoRenewalsAndAnyNumberOfCallbacksRunAtOnce() throws Exception {
    assertEquals(8, names(host.io(), 8).size());
    assertEquals(2, names(host.renewals(), 2).size());
    assertEquals(100, names(host.callbacks(), 100).size());
  }

  @Test
  void threadsEndWhenThereIsNothingToDo() {
    for (Executor each : List.of(host.io(), host.renewals(), host.callbacks())) {
      ThreadPoolExecutor pool = assertInstanceOf(ThreadPoolExecutor.class, each);
      assertTrue(pool.allowsCoreThreadTimeOut() || pool.getCorePoolSize() == 0);
      assertEquals(5, pool.getKeepAliveTime(SECONDS));
    }
  }

  @Test
  void theUsersExecutorIsTakenAndLeftOpen() {
    List<Runnable> given = new ArrayList<>();
    try (MachineHost other = new MachineHost("mht", given::add)) {
      other.callbacks().execute(() -> {});
    }
    assertEquals(1, given.size());
    Executor users = Runnable::run;
    try (MachineHost other = new MachineHost("mht", users)) {
      assertSame(users, other.callbacks());
    }
  }

  @Test
  void afterCloseNothingRunsAndNoThreadIsLeft() throws Exception {
    host.onAlarm(() -> ticked.complete(null));
    host.alarm(0);
    ticked.get(20, SECONDS);
    assertEquals(3, names(host.io(), 3).size());
    assertEquals(1, names(host.renewals(), 1).size());
    assertEquals(1, names(host.callbacks(), 1).size());
    host.close();
    for (Executor each : List.of(host.io(), host.renewals(), host.callbacks())) {
      assertThrows(RejectedExecutionException.class, () -> each.execute(() -> {}));
    }
    Awaitility.await().until(() -> threads().isEmpty());
  }

  @Test
  void timeGoesOnAndChanceIsBounded() {
    long before = host.nanos();
    Awaitility.await().until(() -> host.nanos() > before);
    Set<Integer> seen = new TreeSet<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(host.random(3));
    }
    assertEquals(Set.of(0, 1, 2), seen);
  }

  @Test
  void aNonceIsNeverRepeatedAndHasOnlyLettersAndDigits() {
    String nonce = host.nonce();
    assertTrue(nonce.matches("[a-z0-9]{8,16}"), nonce);
    assertNotEquals(nonce, host.nonce());
  }
}
