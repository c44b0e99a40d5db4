package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** The JDK's lock, which knows one process only: what no distributed lock can be faster than. */
final class InProcess implements Contender {
  private final ConcurrentHashMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final boolean fair;

  InProcess(boolean fair) {
    this.fair = fair;
  }

  @Override
  public Section section(String name) {
    return new LockSection(locks.computeIfAbsent(name, n -> new ReentrantLock(fair)));
  }

  @Override
  public long commands() {
    return 0;
  }

  @Override
  public void close() {
    locks.clear();
  }
}
