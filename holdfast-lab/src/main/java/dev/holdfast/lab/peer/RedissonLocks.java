package dev.holdfast.lab.peer;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.config.Config;

/**
 * Redisson on a single server, with its default settings but for a watchdog timeout that is the
 * lab's lease, and locks taken without a lease time, so that they are renewed: its plain lock, or
 * the one with fencing tokens.
 */
final class RedissonLocks implements LockUnderTest {
  private final RedissonClient client;
  private final boolean fenced;
  private final String prefix;

  RedissonLocks(Surroundings s, boolean fenced) {
    Config config = new Config();
    config.setLockWatchdogTimeout(s.lease().toMillis());
    config.useSingleServer().setAddress("redis://" + s.host() + ":" + s.port());
    client = Redisson.create(config);
    prefix = s.namespace() + ":";
    this.fenced = fenced;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return fenced ? acquireFenced(name, wait) : acquirePlain(name, wait);
  }

  private Grip acquirePlain(String name, Duration wait) throws Exception {
    RLock lock = client.getLock(prefix + name);
    if (!(wait.isZero() ? lock.tryLock() : lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS))) {
      throw new NotGrantedException("taken");
    }
    return new Held(lock, 0);
  }

  private Grip acquireFenced(String name, Duration wait) throws Exception {
    RFencedLock lock = client.getFencedLock(prefix + name);
    Long token =
        wait.isZero()
            ? lock.tryLockAndGetToken()
            : lock.tryLockAndGetToken(wait.toMillis(), TimeUnit.MILLISECONDS);
    if (token == null) {
      throw new NotGrantedException("taken");
    }
    return new Held(lock, token);
  }

  @Override
  public void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
  }

  /**
   * What a careful user does: asks the server whether the lock is still held by this thread. Who
   * gets no answer claims nothing.
   */
  private record Held(RLock lock, long token) implements Grip {
    @Override
    public boolean valid() {
      try {
        return lock.isHeldByCurrentThread();
      } catch (RedisException unknown) {
        return false;
      }
    }

    @Override
    public void release() {
      lock.unlock();
    }
  }
}
