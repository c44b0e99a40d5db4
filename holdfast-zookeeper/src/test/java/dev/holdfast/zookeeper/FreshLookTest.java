package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.Optional;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.Test;

/** A look shows what others have been answered before it, whichever server it goes through. */
class FreshLookTest {
  private static final int ROUNDS = 1_000;

  /**
   * A leader answers its own clients from its memory, after a {@code sync} too, and may not have
   * done yet what a follower has done and answered.
   */
  @Test
  void whatAFollowerHasAnsweredIsSeenThroughTheLeader() throws Exception {
    try (TestingCluster ensemble = Ensemble.start()) {
      Holdfast.connect(Ensemble.url(ensemble)).close(); // who leads is decided then
      InstanceSpec leader = LeaderLossTest.leader(ensemble);
      InstanceSpec follower =
          ensemble.getInstances().stream()
              .filter(each -> !each.equals(leader))
              .findFirst()
              .orElseThrow();
      try (Holdfast near = Holdfast.connect(Ensemble.url(leader));
          Holdfast far = Holdfast.connect(Ensemble.url(follower))) {
        for (int round = 0; round < ROUNDS; round++) {
          Lease held = far.mutex("n").acquire();
          assertEquals(1, near.inspect("n").holds().size(), "held, in round " + round);
          held.close();
          Optional<Lease> next = near.mutex("n").tryAcquire();
          assertTrue(next.isPresent(), "free, in round " + round);
          next.get().close();
        }
      }
    }
  }
}
