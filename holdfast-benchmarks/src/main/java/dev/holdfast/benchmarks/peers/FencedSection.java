package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Section;
import org.redisson.api.RFencedLock;

/** A section behind Redisson's lock with tokens; every token must be above the last. */
final class FencedSection implements Section {
  private final RFencedLock lock;
  private long lastToken;

  FencedSection(RFencedLock lock) {
    this.lock = lock;
  }

  @Override
  public void enter() {
    long token = lock.lockAndGetToken();
    if (token <= lastToken) {
      throw new IllegalStateException("a token did not grow");
    }
    lastToken = token;
  }

  @Override
  public void leave() {
    lock.unlock();
  }
}
