package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RPermitExpirableSemaphore;

/** A section behind Redisson's semaphore whose permits expire, which are not renewed. */
final class PermitSection implements Section {
  private static final long LEASE_SECONDS = 30;

  private final RPermitExpirableSemaphore semaphore;
  private String permit = "";

  PermitSection(RPermitExpirableSemaphore semaphore, int permits) {
    this.semaphore = semaphore;
    boolean unused = semaphore.trySetPermits(permits); // unless another one has done so
  }

  @Override
  public void enter() throws InterruptedException {
    permit = semaphore.acquire(LEASE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void leave() {
    semaphore.release(permit);
  }
}
