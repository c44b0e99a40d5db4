package dev.holdfast.jdbc.internal.database;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Statements that take longer than they may. */
class LateStatementsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final Set<Statements> cancelled = ConcurrentHashMap.newKeySet();

  private static Statements statements() {
    return new Statements(
        (Connection)
            Proxy.newProxyInstance(
                LateStatementsTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError("the test needs no " + method);
                }));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  @Test
  void oneThatTakesTooLongIsCancelledAndItsConnectionIsNotUsedAgain() {
    LateStatements late = new LateStatements(LateStatementsTest::daemon, cancelled::add);
    Statements slow = statements();
    Statements quick = statements();
    LateStatements.Running inTime = late.begin(quick, LONG);
    LateStatements.Running tooLong = late.begin(slow, Duration.ZERO);
    await().until(() -> cancelled.contains(slow));
    assertFalse(cancelled.contains(quick));
    tooLong.close();
    inTime.close();
    assertTrue(slow.isSpoilt(), "the cancellation would end what comes next on it");
    assertFalse(quick.isSpoilt());
  }

  @Test
  void theNextOneBeginsTheThreadThatCouldNotBeMadeForTheOneBefore() {
    AtomicInteger tries = new AtomicInteger();
    ThreadFactory threads =
        task -> {
          if (tries.incrementAndGet() == 1) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return daemon(task);
        };
    LateStatements late = new LateStatements(threads, cancelled::add);
    Statements first = statements();
    Statements second = statements();
    LateStatements.Running one = late.begin(first, Duration.ZERO);
    LateStatements.Running two = late.begin(second, Duration.ZERO);
    await().until(() -> cancelled.containsAll(Set.of(first, second)));
    one.close();
    two.close();
  }

  @Test
  void theThreadThatLooksOutlivesAnErrorOfACancellation() {
    LateStatements late =
        new LateStatements(
            LateStatementsTest::daemon,
            statements -> {
              cancelled.add(statements);
              throw new LinkageError("as the test wants");
            });
    Statements first = statements();
    Statements second = statements();
    LateStatements.Running one = late.begin(first, Duration.ZERO);
    await().until(() -> cancelled.contains(first));
    one.close();
    LateStatements.Running two = late.begin(second, Duration.ZERO);
    await().until(() -> cancelled.contains(second));
    two.close();
  }
}
