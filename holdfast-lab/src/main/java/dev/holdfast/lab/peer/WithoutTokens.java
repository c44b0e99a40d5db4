package dev.holdfast.lab.peer;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import java.time.Duration;

/** A lock whose users do not hand its tokens to the resource, which then refuses nothing. */
final class WithoutTokens implements LockUnderTest {
  private final LockUnderTest lock;

  WithoutTokens(LockUnderTest lock) {
    this.lock = lock;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return new Untold(lock.acquire(name, wait));
  }

  @Override
  public void close() {
    lock.close();
  }

  private record Untold(Grip grip) implements Grip {
    @Override
    public long token() {
      return 0;
    }

    @Override
    public boolean valid() {
      return grip.valid();
    }

    @Override
    public Duration remaining() {
      return grip.remaining();
    }

    @Override
    public void ensure(Duration atLeast) throws Exception {
      grip.ensure(atLeast);
    }

    @Override
    public void onLost(Runnable told) {
      grip.onLost(told);
    }

    @Override
    public void release() throws Exception {
      grip.release();
    }
  }
}
