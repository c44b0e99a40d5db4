package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A design that is asked again and again until it grants: how all of these are used to wait. */
final class PolledLock implements LockUnderTest {
  private static final long AGAIN_NANOS = 2_000_000;

  private final Design design;

  PolledLock(Design design) {
    this.design = design;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    long end = System.nanoTime() + wait.toNanos();
    while (true) {
      Grip grip = design.attempt(name);
      if (grip != null) {
        return grip;
      }
      if (System.nanoTime() - end >= 0) {
        throw new NotGrantedException("taken");
      }
      LockSupport.parkNanos(AGAIN_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public void close() {
    design.close();
  }
}
