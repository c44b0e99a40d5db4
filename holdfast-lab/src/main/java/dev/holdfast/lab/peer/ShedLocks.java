package dev.holdfast.lab.peer;

import dev.holdfast.lab.control.Belief;
import dev.holdfast.lab.control.Design;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * ShedLock's provider for Redis over Spring's connections, as it is by default, or with its safe
 * updates, by which a release frees only what is the releaser's own.
 *
 * <p>It is made for scheduled tasks, which are left out if another one runs: it has no waiting, and
 * is asked again and again here. Its time is the lab's lease. It can renew, but not holds of less
 * than 30 seconds, so that the lab's few sections that take longer than the lease are beyond what
 * it promises: its users are told to choose a time that no task exceeds.
 */
final class ShedLocks implements Design {
  private final LettuceConnectionFactory connections;
  private final RedisLockProvider provider;
  private final Duration lease;

  ShedLocks(Surroundings s, boolean safe) {
    connections = SpringConnections.open(s);
    provider =
        new RedisLockProvider.Builder(connections)
            .environment(s.namespace())
            .safeUpdate(safe)
            .build();
    lease = s.lease();
  }

  @Override
  public @Nullable Grip attempt(String name) {
    long asked = System.nanoTime();
    return provider
        .lock(new LockConfiguration(Instant.now(), name, lease, Duration.ZERO))
        .map(lock -> Belief.lasting(asked, lease, lock::unlock))
        .orElse(null);
  }

  @Override
  public void close() {
    connections.destroy();
  }
}
