package dev.holdfast.internal.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.SuspendAwareClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The alarm rings at the earliest instant that was asked for, and goes on whatever a tick does. */
class AlarmTest {
  private static final long LATER = SECONDS.toNanos(3_600);

  private final AtomicLong nanos = new AtomicLong();
  private final Alarm alarm =
      new Alarm(new SuspendAwareClock(nanos::get, () -> 5), "holdfast-t-alarm");
  private final LinkedBlockingQueue<Long> rung = new LinkedBlockingQueue<>();

  @AfterEach
  void end() {
    alarm.end();
    soon(() -> threads() == 0);
  }

  private static void soon(Callable<Boolean> condition) {
    Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(condition);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("holdfast-t-alarm"))
        .count();
  }

  private void begin() {
    alarm.begin(() -> rung.add(nanos.get()));
  }

  private Long ring() throws InterruptedException {
    return rung.poll(20, SECONDS);
  }

  @Test
  void ringsOnceForEachInstantAndNotBefore() throws InterruptedException {
    begin();
    alarm.set(0);
    assertEquals(0, ring());
    alarm.set(LATER);
    alarm.set(LATER + 1); // the earlier one stays
    nanos.set(LATER - 1);
    alarm.set(LATER - 1);
    assertEquals(LATER - 1, ring());
    assertTrue(rung.isEmpty());
  }

  @Test
  void anEarlierInstantWakesIt() throws InterruptedException {
    begin();
    alarm.set(LATER);
    soon(AlarmTest::isParked);
    alarm.set(-1);
    assertEquals(0, ring());
  }

  /** It looks by itself each second: twenty wake-ups take far less than twenty seconds. */
  @Test
  void itIsWokenAndDoesNotOnlyLookNowAndThen() throws InterruptedException {
    begin();
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      soon(AlarmTest::isParked);
      alarm.set(-1);
      assertEquals(0, ring());
    }
    assertTrue(System.nanoTime() - start < SECONDS.toNanos(10));
  }

  @Test
  void itEndsAtOnce() {
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      Alarm each = new Alarm(new SuspendAwareClock(nanos::get, () -> 5), "holdfast-t-alarm");
      each.begin(() -> {});
      soon(AlarmTest::isParked);
      each.end();
      soon(() -> threads() == 0);
    }
    assertTrue(System.nanoTime() - start < SECONDS.toNanos(10));
  }

  private static boolean isParked() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("holdfast-t-alarm"))
        .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void aTickThatThrowsIsFollowedByAnotherATenthOfASecondLater() throws InterruptedException {
    AtomicInteger ticks = new AtomicInteger();
    alarm.begin(
        () -> {
          rung.add(nanos.get());
          if (ticks.incrementAndGet() == 1) {
            nanos.addAndGet(100_000_000L);
            throw new IllegalStateException("as the test wants");
          }
        });
    alarm.set(0);
    assertEquals(0, ring());
    soon(AlarmTest::isParked);
    nanos.addAndGet(100_000_000L);
    assertEquals(200_000_000L, ring());
    assertTrue(rung.isEmpty());
  }

  /** One that is out of memory for a moment, or stopped by a container, is followed by others. */
  @Test
  void whateverATickThrowsAnotherFollows() throws InterruptedException {
    List<Throwable> thrown =
        List.of(
            new OutOfMemoryError("as the test wants"),
            new StackOverflowError("as the test wants"),
            new ThreadDeath(),
            new LinkageError("as the test wants"));
    AtomicInteger ticks = new AtomicInteger();
    alarm.begin(
        () -> {
          int tick = ticks.getAndIncrement();
          rung.add((long) tick);
          if (tick < thrown.size()) {
            AlarmTest.<RuntimeException>sneak(thrown.get(tick));
          }
        });
    alarm.set(0);
    for (long i = 0; i <= thrown.size(); i++) {
      assertEquals(i, ring());
      soon(AlarmTest::isParked);
      nanos.addAndGet(100_000_000L);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable what) throws T {
    throw (T) what;
  }

  @Test
  void itSurvivesAClockThatCannotBeReadAndALogThatCannotBeWritten() throws InterruptedException {
    java.util.logging.Handler broken =
        new java.util.logging.Handler() {
          @Override
          public void publish(java.util.logging.LogRecord line) {
            throw new LinkageError("as the test wants");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    java.util.logging.Logger log = java.util.logging.Logger.getLogger("dev.holdfast");
    log.addHandler(broken);
    AtomicInteger failures = new AtomicInteger();
    Alarm one =
        new Alarm(
            new SuspendAwareClock(
                () -> {
                  if (failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("as the test wants");
                  }
                  return nanos.get();
                },
                () -> 5),
            "holdfast-t-alarm");
    try {
      failures.set(3);
      one.begin(() -> rung.add(nanos.get()));
      one.set(0);
      assertEquals(0, ring());
    } finally {
      log.removeHandler(broken);
      one.end();
    }
  }

  @Test
  void itsThreadDoesNotKeepTheProgramAlive() {
    begin();
    assertTrue(
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("holdfast-t-alarm"))
            .allMatch(Thread::isDaemon));
    assertFalse(threads() == 0);
  }
}
