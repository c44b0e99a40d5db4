package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A design that is asked again and again until it grants: how all of these are used to wait. */
public final class PolledLock implements LockUnderTest {
  private final Design design;

  public PolledLock(Design design) {
    this.design = design;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return acquire(name, wait, Want.WRITE);
  }

  private Grip acquire(String name, Duration wait, Want want) throws Exception {
    long end = System.nanoTime() + wait.toNanos();
    while (true) {
      Grip grip = design.attempt(name, want);
      if (grip != null) {
        return grip;
      }
      if (System.nanoTime() - end >= 0) {
        throw new NotGrantedException("taken");
      }
      LockSupport.parkNanos(design.pauseNanos(name));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public Set<Way> ways() {
    return design.isReentrant() ? Set.of(Way.BLOCKING, Way.NESTED) : Set.of(Way.BLOCKING);
  }

  @Override
  public Duration stay() {
    return design.stay();
  }

  @Override
  public Set<Mode> modes() {
    return design.modes();
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way) throws Exception {
    return acquire(name, wait, way, Want.WRITE);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way, Want want) throws Exception {
    Grip outer = acquire(name, wait, want);
    return way == Way.NESTED ? again(outer, name, want) : outer;
  }

  private Grip again(Grip outer, String name, Want want) throws Exception {
    try {
      Grip inner = acquire(name, Duration.ZERO, want);
      return Belief.endless(
          () -> {
            inner.release();
            outer.release();
          });
    } catch (Exception failed) {
      outer.release();
      throw failed;
    }
  }

  @Override
  public void close() {
    design.close();
  }
}
