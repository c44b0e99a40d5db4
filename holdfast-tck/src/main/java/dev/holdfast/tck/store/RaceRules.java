package dev.holdfast.tck.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.clients.RaceHarness;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A1, X2 and F1 at the level of the SPI while threads race. */
public interface RaceRules extends RuleGroup {
  @Test
  default void required_A1_oneOfManyTriesIsGranted(Rig rig) {
    List<SpiClient> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clients.add(SpiClient.of(rig, "racer" + i));
    }
    for (int round = 0; round < 10; round++) {
      String name = "round" + round;
      AtomicInteger granted = new AtomicInteger();
      List<Runnable> tries = new ArrayList<>();
      for (SpiClient client : clients) {
        tries.add(
            () -> {
              if (client.tryAcquire(name, client.attempt()) instanceof Standing.Holding) {
                granted.incrementAndGet();
              }
            });
      }
      Racers.run(tries);
      assertEquals(1, granted.get(), "grants of one free name to eight tries");
    }
  }

  @Test
  default void required_A1_racingHoldsNeverOverlap(Rig rig) {
    new RaceHarness(rig, "n").run(8, 25);
  }

  @Test
  default void required_X2_racingStaleReleasesFreeNobody(Rig rig) {
    new RaceHarness(rig, "n").repeatingReleases(3).run(4, 20);
  }

  @Test
  default void required_F1_stampsGrowWhileThreadsRace(Rig rig) {
    RaceHarness contest = new RaceHarness(rig, "n");
    contest.run(8, 25);
    contest.assertStampsGrew();
  }
}
