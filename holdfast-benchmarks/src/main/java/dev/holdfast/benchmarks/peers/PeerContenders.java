package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.ContenderProvider;
import dev.holdfast.benchmarks.contender.CountedJedis;
import java.util.List;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Opens what this package has. */
public final class PeerContenders implements ContenderProvider {
  /** As many connections beside one for each thread as the other contenders' pools have. */
  private static final int SPARE = 8;

  @Override
  public List<String> ids() {
    return List.of(
        "redisson",
        "redisson-fair",
        "redisson-spin",
        "redisson-fenced",
        "spring-pubsub",
        "spring-spin",
        "reentrant-fair",
        "reentrant-unfair",
        "redisson-read",
        "redisson-write",
        "reentrant-read",
        "redisson-permits",
        "redisson-redlock",
        "semaphore-fair",
        "spring-sql",
        "curator-mutex",
        "jetcd-lock",
        "wake");
  }

  @Override
  public Contender open(String id, String redisUrl, int threads) {
    int connections = threads + SPARE;
    return switch (id) {
      case "redisson" ->
          new RedissonLocks(
              redisUrl, connections, (client, name) -> new LockSection(client.getLock(name)));
      case "redisson-fair" ->
          new RedissonLocks(
              redisUrl, connections, (client, name) -> new LockSection(client.getFairLock(name)));
      case "redisson-spin" ->
          new RedissonLocks(
              redisUrl, connections, (client, name) -> new LockSection(client.getSpinLock(name)));
      case "redisson-fenced" ->
          new RedissonLocks(
              redisUrl,
              connections,
              (client, name) -> new FencedSection(client.getFencedLock(name)));
      case "spring-pubsub" -> new SpringLocks(redisUrl, RedisLockType.PUB_SUB_LOCK);
      case "spring-spin" -> new SpringLocks(redisUrl, RedisLockType.SPIN_LOCK);
      case "redisson-read" ->
          new RedissonLocks(
              redisUrl,
              connections,
              (client, name) -> new LockSection(client.getReadWriteLock(name).readLock()));
      case "redisson-write" ->
          new RedissonLocks(
              redisUrl,
              connections,
              (client, name) -> new LockSection(client.getReadWriteLock(name).writeLock()));
      case "redisson-permits" ->
          new RedissonLocks(
              redisUrl,
              connections,
              (client, name) ->
                  new PermitSection(client.getPermitExpirableSemaphore(name), PERMITS));
      case "redisson-redlock" -> new RedLocks(redisUrl, connections);
      case "spring-sql" -> new SpringSqlLocks(redisUrl, threads);
      case "curator-mutex" -> new CuratorLocks(redisUrl);
      case "jetcd-lock" -> new JetcdLocks(redisUrl);
      case "semaphore-fair" -> new InProcessPermits(PERMITS);
      case "reentrant-read" -> new InProcessReaders();
      case "reentrant-fair" -> new InProcess(true);
      case "reentrant-unfair" -> new InProcess(false);
      case "wake" -> new Wake(new CountedJedis(redisUrl, threads), threads);
      default -> throw new IllegalArgumentException(id);
    };
  }
}
