package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
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
}
