package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of which one instance runs each. */
class RunOnceTest {
  private final ContextForTests app = ContextForTests.with(Map.of("gap", "10m"), Job.class);
  private final Job job = app.get(Job.class);

  @AfterEach
  void close() {
    app.close();
  }

  static class Job {
    private final AtomicInteger runs = new AtomicInteger();

    @RunOnce(name = "nightly", atLeast = "${gap}")
    public void run() {
      assertTrue(CurrentLease.get().isHeld());
      runs.incrementAndGet();
    }

    @RunOnce(name = "failing", atLeast = "PT10M")
    public void fail() {
      runs.incrementAndGet();
      throw new IllegalStateException("own");
    }

    public int runs() {
      return runs.get();
    }

    @Locked("nightly")
    public void around(Runnable work) {
      work.run();
    }
  }

  @Test
  void theNameStaysTakenForAtLeastSoLong() {
    job.run();
    assertTrue(app.other.mutex("nightly").tryAcquire().isEmpty());
    job.run();
    assertEquals(1, job.runs());
    app.locks.advance(Duration.ofMinutes(10));
    job.run();
    assertEquals(2, job.runs());
  }

  @Test
  void aJobThatFailedIsNotRunAgainAtOnce() {
    assertThrows(IllegalStateException.class, job::fail);
    job.fail();
    assertEquals(1, job.runs());
  }

  @Test
  void whatAnotherRunsIsSkipped() {
    Lease running = app.other.mutex("nightly").acquireUninterruptibly();
    job.run();
    assertEquals(0, job.runs());
    running.release();
  }

  @Test
  void aStoreThatIsNotThereIsTold() {
    app.locks.cutStore();
    assertThrows(StoreException.class, job::run);
    assertEquals(0, job.runs());
  }

  @Test
  void underItsOwnNameItWouldBeSkippedForItself() {
    job.around(() -> assertThrows(IllegalStateException.class, job::run));
    assertFalse(app.isTaken("nightly"));
  }
}
