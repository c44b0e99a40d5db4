package dev.holdfast.benchmarks.contender;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A section behind a lock of ours, whose tokens are looked at. */
final class LeaseSection implements Section {
  private final DistributedLock lock;
  private final boolean growing;
  private @Nullable Lease lease;
  private long lastToken;

  /**
   * For one thread.
   *
   * @param growing whether each token must be above the last one, and not just another one
   */
  LeaseSection(DistributedLock lock, boolean growing) {
    this.lock = lock;
    this.growing = growing;
  }

  @Override
  public void enter() throws InterruptedException {
    Lease granted = lock.acquire();
    long token = granted.token();
    if (growing ? token <= lastToken : token == lastToken) {
      throw new IllegalStateException("after token " + lastToken + " came " + token);
    }
    lastToken = token;
    lease = granted;
  }

  @Override
  public void leave() {
    Objects.requireNonNull(lease, "entered").close();
  }
}
