package dev.holdfast.lab.peer;

import dev.holdfast.lab.control.Belief;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's lock registry, whose waiters are woken by a message, with a scheduler that
 * renews its locks. Its user learns of a loss when it unlocks, and believes until then: there is
 * nothing that it could ask before.
 */
final class SpringLocks implements LockUnderTest {
  private final LettuceConnectionFactory connections;
  private final ThreadPoolTaskScheduler renewals = new ThreadPoolTaskScheduler();
  private final RedisLockRegistry registry;

  SpringLocks(Surroundings s) {
    connections = SpringConnections.open(s);
    renewals.setThreadNamePrefix("spring-renewals-");
    renewals.initialize();
    registry = new RedisLockRegistry(connections, s.namespace(), s.lease());
    registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    registry.setRenewalTaskScheduler(renewals);
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    Lock lock = registry.obtain(name);
    if (!(wait.isZero() ? lock.tryLock() : lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS))) {
      throw new NotGrantedException("taken");
    }
    return Belief.endless(lock::unlock);
  }

  @Override
  public void close() {
    registry.destroy();
    renewals.shutdown();
    connections.destroy();
  }
}
