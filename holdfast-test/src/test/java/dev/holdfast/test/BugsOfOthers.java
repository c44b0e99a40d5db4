package dev.holdfast.test;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * What the tests of bugs share that users of other lock libraries reported. Each test is named
 * after its issue and replays what went wrong there; where two issues tell of the same thing, its
 * name has both numbers.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class BugsOfOthers {
  static final Duration LEASE = Duration.ofSeconds(10);
  static final LockOptions OPTIONS = LockOptions.defaults().lease(LEASE);

  final TestHoldfast test = TestHoldfast.create(OPTIONS);
  final Holdfast mine = test.client();
  final Holdfast other = test.newClient("other", OPTIONS);
  final DistributedLock lock = mine.mutex("a");
  final DistributedLock theirs = other.mutex("a");
  final List<Loss.Kind> told = new ArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  final Lease acquire() throws InterruptedException {
    Lease lease = lock.acquire();
    lease.onLost(loss -> told.add(loss.kind()));
    return lease;
  }

  final Lease theyHold() {
    return theirs.tryAcquire().orElseThrow();
  }
}
