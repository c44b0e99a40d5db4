package dev.holdfast.internal.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.DaemonThreads;
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

/** The threads of a client: daemons, as many as there is work for, gone at last; and its time. */
class SystemHostTest {
  /** For what takes milliseconds: a hundred threads meet, and a machine may be very busy. */
  private static final long PATIENCE_SECONDS = 120;

  private final CompletableFuture<Void> ticked = new CompletableFuture<>();
  private final SystemHost host = new SystemHost("mht", null);

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
                  assertTrue(met.await(PATIENCE_SECONDS, SECONDS), "not all of them run at once");
                } catch (InterruptedException stop) {
                  Thread.currentThread().interrupt();
                }
                assertTrue(Thread.currentThread().isDaemon());
                names.add(Thread.currentThread().getName());
              },
              executor));
    }
    for (CompletableFuture<Void> each : done) {
      each.get(PATIENCE_SECONDS, SECONDS);
    }
    return names;
  }

  @Test
  void threadsAreNamedAfterTheClientOrSharedByAll() throws Exception {
    assertEquals(Set.of("holdfast-mht-callback-1"), names(host.callbacks(), 1));
    for (Executor calls : List.of(host.io(), host.renewals())) {
      assertTrue(names(calls, 1).stream().allMatch(name -> name.matches("holdfast-io-[0-9]+")));
    }
  }

  /** One may be made while an application calls that is gone before the thread is. */
  @Test
  void sharedThreadsTakeNothingOverFromWhoeverCallsFirst() throws Exception {
    InheritableThreadLocal<String> mine = new InheritableThreadLocal<>();
    mine.set("of the first caller");
    CompletableFuture<String> seen = new CompletableFuture<>();
    Thread thread =
        DaemonThreads.detached("holdfast-mht", () -> seen.complete(mine.get()), SystemHost.class);
    assertSame(SystemHost.class.getClassLoader(), thread.getContextClassLoader());
    assertTrue(thread.isDaemon());
    thread.start();
    assertNull(seen.get(PATIENCE_SECONDS, SECONDS));
  }

  @Test
  void eightCallsAndEightRenewalsOfEachClientAndManyCallbacksRunAtOnce() throws Exception {
    try (SystemHost other = new SystemHost("mht", null)) {
      CountDownLatch busy = new CountDownLatch(1);
      for (int i = 0; i < 8; i++) {
        other.io().execute(() -> awaitUnchecked(busy));
      }
      CompletableFuture<Void> ninth = CompletableFuture.runAsync(() -> {}, other.io());
      assertEquals(8, names(host.io(), 8).size());
      assertEquals(8, names(host.renewals(), 8).size());
      assertEquals(100, names(host.callbacks(), 100).size());
      assertFalse(ninth.isDone());
      busy.countDown();
      ninth.get(PATIENCE_SECONDS, SECONDS);
    }
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE_SECONDS, SECONDS));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void threadsEndWhenThereIsNothingToDo() {
    ThreadPoolExecutor pool = SystemHost.growing("mht");
    assertEquals(0, pool.getCorePoolSize());
    assertEquals(5, pool.getKeepAliveTime(SECONDS));
  }

  @Test
  void theUsersExecutorIsTakenAndLeftOpen() {
    List<Runnable> given = new ArrayList<>();
    try (SystemHost other = new SystemHost("mht", given::add)) {
      other.callbacks().execute(() -> {});
    }
    assertEquals(1, given.size());
    Executor users = Runnable::run;
    try (SystemHost other = new SystemHost("mht", users)) {
      assertSame(users, other.callbacks());
    }
  }

  @Test
  void afterCloseNothingRunsAndNoThreadIsLeft() throws Exception {
    host.onAlarm(() -> ticked.complete(null));
    host.alarm(0);
    ticked.get(PATIENCE_SECONDS, SECONDS);
    assertEquals(3, names(host.io(), 3).size());
    assertEquals(1, names(host.renewals(), 1).size());
    assertEquals(1, names(host.callbacks(), 1).size());
    host.close();
    for (Executor each : List.of(host.io(), host.renewals(), host.callbacks())) {
      assertThrows(RejectedExecutionException.class, () -> each.execute(() -> {}));
    }
    Awaitility.await().until(() -> threads().isEmpty());
  }

  /** Each of the threads that calls, renews, calls back and ticks. */
  @Test
  void whatATaskThrowsIsNotTheEndOfItsKind() throws Exception {
    for (Executor each : List.of(host.io(), host.renewals(), host.callbacks())) {
      for (int i = 0; i < 20; i++) {
        each.execute(
            () -> {
              throw new LinkageError("as the test wants");
            });
      }
      assertEquals(1, names(each, 1).size());
    }
    host.onAlarm(
        () -> {
          ticked.complete(null);
          throw new LinkageError("as the test wants");
        });
    host.alarm(0);
    ticked.get(PATIENCE_SECONDS, SECONDS);
    assertTrue(threads().stream().anyMatch(thread -> thread.getName().endsWith("-alarm")));
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
