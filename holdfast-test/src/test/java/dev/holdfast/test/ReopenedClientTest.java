package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A client on a test's clock that is closed and opened again. */
class ReopenedClientTest {
  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast client = test.client();
  private final Holdfast other = test.newClient("other");

  @Test
  void itsLeasesAreRenewedByTheSameClock() {
    DistributedLock lock = client.mutex("a");
    test.advance(Duration.ofHours(1));
    client.close();
    test.advance(Duration.ofHours(1));
    client.reopen();
    Lease lease = lock.tryAcquire().orElseThrow();
    test.advance(Duration.ofMinutes(10));
    assertTrue(lease.isHeld());
    test.pause(client);
    test.advance(Duration.ofMinutes(1));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    test.resume(client);
    assertFalse(lease.isHeld());
    test.close();
    assertThrows(IllegalStateException.class, lock::tryAcquire);
  }

  @Test
  void candidaciesAndObservationsOfBeforeAreOver() {
    record Told(String who, List<String> told) implements LeadershipListener {
      @Override
      public void elected(Lease lease) {
        told.add(who + " leads");
      }

      @Override
      public void ended(Optional<Loss> loss) {
        told.add(who + " ended " + loss.map(Loss::kind));
      }
    }
    List<String> told = new ArrayList<>();
    List<Optional<Leader>> seen = new ArrayList<>();
    Election election = client.election("e");
    election.campaign("one", new Told("one", told));
    client.election("others").observe(seen::add);
    assertEquals(1, seen.size(), "there is no leader");
    client.close();
    client.reopen();
    other.election("others").campaign("x", new Told("x", told));
    test.advance(Duration.ofMinutes(2));
    assertEquals(List.of("one leads", "one ended Optional[CLOSED]", "x leads"), told);
    assertEquals(1, seen.size());
    election.campaign("two", new Told("two", told));
    election.observe(seen::add);
    assertEquals("two leads", told.get(3));
    assertEquals(Optional.of("two"), seen.get(1).map(Leader::data));
    test.close();
  }
}
