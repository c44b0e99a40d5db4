package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Racers;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A2 for the threads of one client that try at once; its readers are asked by S1. */
public interface TryRules extends RuleGroup {
  /** No other client is there, so the tries refuse each other only for one that is granted. */
  @Test
  default void required_A2_oneOfTheTriesOfAClientIsGranted(Rig rig) throws Exception {
    DistributedLock lock = rig.holdfast("a").mutex("n");
    Collection<Lease> granted = new ConcurrentLinkedQueue<>();
    for (int round = 1; round <= 5; round++) {
      Racers.run(Collections.nCopies(4, () -> lock.tryAcquire().ifPresent(granted::add)));
      assertEquals(1, granted.size(), "in round " + round);
      assertTrue(granted.stream().allMatch(Lease::isHeld));
      granted.forEach(Lease::close);
      granted.clear();
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** There is a permit for each thread, so nothing refuses one: not what others ask just then. */
  @Test
  @Needs(Mode.COUNTED)
  default void required_A2_triesForPermitsTakeTurns(Rig rig) throws Exception {
    DistributedSemaphore semaphore = rig.holdfast("a").semaphore("n", 4);
    AtomicInteger refused = new AtomicInteger();
    Runnable tries =
        () -> {
          for (int i = 0; i < 10; i++) {
            semaphore.tryAcquire().ifPresentOrElse(Lease::close, refused::incrementAndGet);
          }
        };
    Racers.run(Collections.nCopies(4, tries));
    assertEquals(0, refused.get(), "of 40 tries");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }
}
