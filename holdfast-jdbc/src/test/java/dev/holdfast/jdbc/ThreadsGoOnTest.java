package dev.holdfast.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
    Listening listening = new Listening(failing(tries));
    Hearing hearing = HearingTest.counting(new AtomicInteger());
    listening.open(hearing);
    try {
      assertTrue(tries.await(20, SECONDS), "without another request");
    } finally {
      listening.forget(hearing);
    }
  }

  @Test
  void theOneThatListensIsBegunByTheNextRequestIfItCouldNotBeMade() throws InterruptedException {
    CountDownLatch tries = new CountDownLatch(1);
    AtomicInteger threads = new AtomicInteger();
    Listening listening =
        new Listening(
            failing(tries),
            60_000,
            task -> {
              if (threads.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return Listening.onThread(task);
            });
    Hearing hearing = HearingTest.counting(new AtomicInteger());
    for (int i = 0; i < 4; i++) {
      listening.need(hearing, 1);
    }
    try {
      assertTrue(tries.await(20, SECONDS));
      assertEquals(3, threads.get(), "two in vain, and one for all requests");
    } finally {
      listening.forget(hearing);
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
}
