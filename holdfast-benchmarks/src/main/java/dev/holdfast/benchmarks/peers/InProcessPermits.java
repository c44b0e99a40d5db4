package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The JDK's fair semaphore, which knows one process only. */
final class InProcessPermits implements Contender {
  private final ConcurrentHashMap<String, Semaphore> semaphores = new ConcurrentHashMap<>();
  private final int permits;

  InProcessPermits(int permits) {
    this.permits = permits;
  }

  @Override
  public Section section(String name) {
    Semaphore semaphore = semaphores.computeIfAbsent(name, n -> new Semaphore(permits, true));
    return new Section() {
      @Override
      public void enter() throws InterruptedException {
        semaphore.acquire();
      }

      @Override
      public void leave() {
        semaphore.release();
      }
    };
  }

  @Override
  public long commands() {
    return 0;
  }

  @Override
  public void close() {
    semaphores.clear();
  }
}
