package dev.holdfast.internal.engine;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What each thread of a test has of a lock: nothing, a request, or a lease. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class Requests {
  private static final int THREADS = 8;

  private final DistributedLock lock;
  private final Lease[] leases = new Lease[THREADS];

  private final CompletableFuture<Lease>[] asked = new CompletableFuture[THREADS];

  private volatile long lastToken;

  Requests(DistributedLock lock) {
    this.lock = lock;
  }

  boolean tryAcquire(int thread) {
    return !isBusy(thread) && took(thread, lock.tryAcquire().orElse(null));
  }

  void ask(int thread) {
    if (!isBusy(thread)) {
      asked[thread] = lock.acquireAsync();
    }
  }

  boolean holds(int thread) {
    CompletableFuture<Lease> request = asked[thread];
    if (request != null && request.isDone()) {
      asked[thread] = null;
      return took(thread, request.join());
    }
    return leases[thread] != null;
  }

  boolean cancel(int thread) {
    CompletableFuture<Lease> request = asked[thread];
    if (request == null) {
      return false;
    }
    boolean left = request.cancel(true);
    if (left) {
      asked[thread] = null;
    }
    return left;
  }

  boolean release(int thread) {
    boolean held = holds(thread);
    if (held) {
      leases[thread].close();
      leases[thread] = null;
    }
    return held;
  }

  private boolean isBusy(int thread) {
    return leases[thread] != null || asked[thread] != null;
  }

  private boolean took(int thread, @Nullable Lease lease) {
    if (lease == null) {
      return false;
    }
    if (lease.token() <= lastToken) {
      throw new IllegalStateException("a token that is not above the last one");
    }
    lastToken = lease.token();
    leases[thread] = lease;
    return lease.isHeld();
  }
}
