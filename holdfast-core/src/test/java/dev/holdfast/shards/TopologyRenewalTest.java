package dev.holdfast.shards;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TopologyRenewalTest {
  @Test
  void whateverARenewalThrowsTheNextOneFollows() throws InterruptedException {
    CountDownLatch renewals = new CountDownLatch(3);
    Runnable stop =
        TopologyRenewal.onThreads()
            .every(
                1,
                List.of(
                    () -> {
                      renewals.countDown();
                      throw new LinkageError("as the test wants");
                    }));
    try {
      assertTrue(renewals.await(20, SECONDS));
    } finally {
      stop.run();
    }
  }
}
