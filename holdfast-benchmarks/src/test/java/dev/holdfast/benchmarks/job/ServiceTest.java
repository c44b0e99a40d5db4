package dev.holdfast.benchmarks.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Who was served before somebody who stood in the queue before they asked. */
final class ServiceTest {
  private static final long NOT_KNOWN = WatchedStore.Session.NEVER;

  @Test
  void whoAskedAfterAnotherStoodInTheQueueMustComeAfter() {
    Service waited = new Service(7, 100, 110);
    Service later = new Service(6, 111, 120);
    assertEquals(1, Service.overtakings(List.of(waited, later)));
    assertEquals(1, Service.overtakings(List.of(later, waited)));
  }

  @Test
  void inOrderNobodyIsOvertaken() {
    assertEquals(
        0, Service.overtakings(List.of(new Service(6, 100, 110), new Service(7, 111, 120))));
  }

  @Test
  void whoAskedMeanwhileMayComeFirst() {
    assertEquals(
        0, Service.overtakings(List.of(new Service(7, 100, 110), new Service(6, 105, 120))));
  }

  @Test
  void ofAPlaceThatNobodyKnewNothingFollows() {
    assertEquals(
        0, Service.overtakings(List.of(new Service(7, 100, NOT_KNOWN), new Service(6, 300, 310))));
  }

  @Test
  void eachOvertakerCountsOnce() {
    assertEquals(
        2,
        Service.overtakings(
            List.of(new Service(5, 200, 210), new Service(6, 300, 310), new Service(9, 1, 2))));
  }
}
