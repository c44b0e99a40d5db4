package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers of one process: what no lock that asks a server can reach. */
final class InProcessReaders implements Contender {
  private final ConcurrentHashMap<String, ReentrantReadWriteLock> locks = new ConcurrentHashMap<>();

  @Override
  public Section section(String name) {
    return new LockSection(
        locks.computeIfAbsent(name, n -> new ReentrantReadWriteLock(true)).readLock());
  }

  @Override
  public void close() {
    locks.clear();
  }
}
