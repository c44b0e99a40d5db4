package dev.holdfast.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.jdbc.internal.connection.BackgroundTask;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.DataSourceConnections;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.push.PushListener;
import dev.holdfast.jdbc.internal.push.PushSubscription;
import dev.holdfast.jdbc.internal.push.PushSubscriptionTest;
import dev.holdfast.jdbc.internal.session.Heartbeat;
import dev.holdfast.jdbc.internal.session.HoldRecords;
import dev.holdfast.jdbc.internal.session.SessionAttempt;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The threads of a store survive whatever is thrown in them. */
class ThreadsGoOnTest {
  /** Those of which none can be made, not even to listen. */
  private static Connections failing(CountDownLatch tries) {
    return new Connections() {
      @Override
      public Statements take() throws SQLException {
        throw new SQLException("as the test wants");
      }

      @Override
      public Statements apart() {
        tries.countDown();
        throw new LinkageError("as the test wants");
      }

      @Override
      public void giveBack(Statements statements, boolean usable) {}

      @Override
      public Dialect opened() throws SQLException {
        throw new SQLException("as the test wants");
      }

      @Override
      public void closed() {}
    };
  }

  @Test
  void theOneThatListensConnectsAgain() throws InterruptedException {
    CountDownLatch tries = new CountDownLatch(3);
    PushListener listening = new PushListener(failing(tries));
    PushSubscription subscription = PushSubscriptionTest.counting(new AtomicInteger());
    listening.open(subscription);
    try {
      assertTrue(tries.await(20, SECONDS), "without another request");
    } finally {
      listening.forget(subscription);
    }
  }

  @Test
  void theOneThatListensIsBegunByTheNextRequestIfItCouldNotBeMade() throws InterruptedException {
    CountDownLatch tries = new CountDownLatch(1);
    AtomicInteger threads = new AtomicInteger();
    PushListener listening =
        new PushListener(
            failing(tries),
            60_000,
            task -> {
              if (threads.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return PushListener.onThread(task);
            });
    PushSubscription subscription = PushSubscriptionTest.counting(new AtomicInteger());
    for (int i = 0; i < 4; i++) {
      listening.need(subscription, 1);
    }
    try {
      assertTrue(tries.await(20, SECONDS));
      assertEquals(3, threads.get(), "two in vain, and one for all requests");
    } finally {
      listening.forget(subscription);
    }
  }

  @Test
  void theOneThatSaysAWordOnEachConnectionDoesSoAgain() throws InterruptedException {
    CountDownLatch beats = new CountDownLatch(3);
    Heartbeat heartbeat = new Heartbeat(null, Duration.ofMillis(60));
    heartbeat.repeat(
        () -> {
          beats.countDown();
          throw new LinkageError("as the test wants");
        });
    try {
      assertTrue(beats.await(20, SECONDS));
    } finally {
      heartbeat.end();
    }
  }

  @Test
  void thoseThatTellAndWriteAreThereForWhatComes() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Heartbeat heartbeat = new Heartbeat(null, Duration.ofMillis(60));
    for (int i = 0; i < 4; i++) {
      heartbeat.run(
          () -> {
            throw new LinkageError("as the test wants");
          });
    }
    heartbeat.run(done::countDown);
    try {
      assertTrue(done.await(20, SECONDS));
    } finally {
      heartbeat.end();
    }
  }

  /** Neither a thread that cannot be made, nor what a write throws, ends the writing down. */
  @Test
  void whoHoldsIsWrittenDownLaterWhateverWasThrownBefore() {
    AtomicInteger threads = new AtomicInteger();
    ScheduledThreadPoolExecutor later =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              if (threads.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return new Thread(task);
            });
    Set<String> written = ConcurrentHashMap.newKeySet();
    AtomicBoolean broken = new AtomicBoolean();
    HoldRecords records =
        new HoldRecords(
            holds -> {
              SessionAttempt attempt = holds.get(0).attempt();
              if (attempt.name.equals("broken")) {
                broken.set(true);
                throw new LinkageError("as the test wants");
              }
              written.add(attempt.name);
            },
            later);
    try {
      int atOnce = 0;
      while (written.size() == atOnce) { // until the budget for writes at once is used up
        atOnce++;
        add(records, "n" + atOnce);
      }
      add(records, "broken");
      await().untilTrue(broken);
      add(records, "after");
      String lastOne = "n" + atOnce;
      await().until(() -> written.contains("after") && written.contains(lastOne));
    } finally {
      later.shutdownNow();
    }
  }

  /** A connection that is not closed keeps its locks. */
  @Test
  void whatIsEndedAsideIsEndedWithoutAThreadOfItsOwnIfNoneCanBeMade() {
    AtomicBoolean ended = new AtomicBoolean();
    BackgroundTask.run(
        () -> ended.set(true),
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
    assertTrue(ended.get());
  }

  private static void add(HoldRecords records, String name) {
    records.add(new SessionAttempt(name, name, "a", 0), new SessionAttempt.Holding(null, 1));
  }

  /** An Error means that there is none; no caller waits for it until its time is over. */
  @Test
  void theOneThatAsksForASpareConnectionTellsOfAnError() {
    DataSource broken =
        (DataSource)
            Proxy.newProxyInstance(
                ThreadsGoOnTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> {
                  throw new LinkageError("as the test wants");
                });
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
    try {
      assertFalse(new DataSourceConnections(broken).canSpareBeside(null));
      assertEquals(List.of(), uncaught);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
