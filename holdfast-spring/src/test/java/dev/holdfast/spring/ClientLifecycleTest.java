package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

/** The shutdown of a context. */
class ClientLifecycleTest {
  /** What stops before and after the client: connection factories are at 0. */
  static class Factory implements SmartLifecycle {
    private final Holdfast client;
    private boolean running;
    private boolean closedBefore;

    Factory(Holdfast client) {
      this.client = client;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      try {
        Lease unused = client.mutex("x").acquireUninterruptibly();
      } catch (RuntimeException closed) {
        closedBefore = true;
      }
      running = false;
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return 0;
    }
  }

  static class Job {
    @Locked("job")
    public CompletableFuture<Void> run(CompletableFuture<Void> work) {
      return work;
    }
  }

  @Test
  void whatStillRunsIsTold() {
    List<String> told = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord said) {
            told.add(said.getLevel() + " " + said.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger(ClientLifecycle.class.getName());
    log.addHandler(handler);
    try (ContextForTests app = ContextForTests.of(Job.class)) {
      CompletableFuture<Void> work = new CompletableFuture<>();
      CompletableFuture<Void> unused = app.get(Job.class).run(work);
      app.context.close();
      assertEquals(1, told.size(), told.toString());
      assertTrue(told.get(0).startsWith("WARNING"), told.get(0));
      assertTrue(told.get(0).contains("Job.run(CompletableFuture) under 'job'"), told.get(0));
      work.complete(null);
    } finally {
      log.removeHandler(handler);
    }
  }

  @Test
  void leasesEndBeforeConnectionFactoriesStop() {
    Factory factory;
    try (ContextForTests app = ContextForTests.of(Factory.class)) {
      factory = app.get(Factory.class);
      Lease held = app.locks.client().mutex("x").acquireUninterruptibly();
      app.context.close();
      assertTrue(factory.closedBefore);
      assertFalse(held.isHeld());
      assertFalse(app.isTaken("x"));
      assertThrows(RuntimeException.class, () -> app.locks.client().mutex("x").tryAcquire());
    }
  }

  @Test
  void theClientIsOpenedAgainWithItsContext() {
    try (ContextForTests app = ContextForTests.of(Job.class)) {
      DistributedLock lock = app.get(Holdfast.class).mutex("x");
      Lease held = lock.acquireUninterruptibly();
      app.context.stop();
      assertFalse(held.isHeld());
      assertFalse(app.isTaken("x"));
      assertThrows(IllegalStateException.class, lock::tryAcquire);
      app.context.start();
      try (Lease again = lock.acquireUninterruptibly()) {
        assertTrue(again.token() > held.token());
        held.release();
        assertTrue(app.isTaken("x"));
      }
      CompletableFuture<Void> work = new CompletableFuture<>();
      CompletableFuture<Void> done = app.get(Job.class).run(work);
      assertTrue(app.isTaken("job"), "a locked method of before, too");
      work.complete(null);
      done.join();
    }
  }
}
